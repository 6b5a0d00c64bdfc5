import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { settings } from "./state/settings.svelte";
import { speak } from "./words/texts.svelte";

await speak(settings.language);
const target = document.getElementById("app");
if (target) mount(App, { target });
