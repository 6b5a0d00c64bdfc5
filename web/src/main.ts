import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { settings } from "./state/settings.svelte";
import { speak } from "./words/texts.svelte";

/** Without its texts the page can say nothing: what keeps them away may be over by then. */
const TRY_AGAIN = 3_000;

function show(): void {
  const target = document.getElementById("app");
  if (target) mount(App, { target });
}

await speak(settings.language).then(show, () => setTimeout(() => location.reload(), TRY_AGAIN));
