/**
 * The way back: whatever lies over something else is a step of the browser's history, which its back button takes back.
 *
 * Steps are alike: one that is no longer needed stays, and is taken by the next that is. So the page never goes back by
 * itself, which browsers do later than they are told to.
 */
interface Layer {
  back: () => void;
}

const layers: Layer[] = [];
/** steps of the history that belong to no layer */
let spare = depthOf(history.state);

addEventListener("popstate", (event) => {
  const change = depthOf(event.state) - layers.length - spare;
  if (change < 0 && layers.length > 0) {
    layers.pop()?.back();
    return;
  }
  spare = Math.max(0, spare + change);
  // With nothing over the page, back leads away from it, and not through steps that nobody sees.
  if (change < 0) history.go(-spare - 1);
});

/** Something lies over what was there before, until the result is called or somebody goes back: then `back` is. */
export function goOver(back: () => void): () => void {
  const layer = { back };
  layers.push(layer);
  if (spare > 0) spare -= 1;
  else history.pushState({ depth: layers.length }, "");
  return () => {
    const index = layers.indexOf(layer);
    if (index < 0) return;
    layers.splice(index, 1);
    spare += 1;
  };
}

function depthOf(state: unknown): number {
  const depth = (state as { depth?: unknown } | null)?.depth;
  return typeof depth === "number" ? depth : 0;
}
