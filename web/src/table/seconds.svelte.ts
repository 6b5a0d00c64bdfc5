/** How much time is left. */
const STEP = 250;

/** The seconds until a moment, which is told by the same clock as now; they go down while somebody reads them. */
export function secondsUntil(until: () => number, now: () => number): { readonly left: number } {
  let left = $state(0);
  $effect(() => {
    const end = until();
    const look = () => (left = Math.max(0, end - now()));
    look();
    const timer = setInterval(look, STEP);
    return () => clearInterval(timer);
  });
  return {
    get left() {
      return left;
    },
  };
}
