/** What tells somebody who looks elsewhere that it is their turn. The browser is asked for it by a setting, never at load. */
import { say } from "../words/texts.svelte";
import { settings } from "./settings.svelte";

const TAG = "turn";
/** milliseconds */
const BUZZ = 60;

let shown: Notification | null = null;

/** Ask the browser whether it shows notices, if it has not been asked yet. */
export async function mayNotify(): Promise<boolean> {
  if (!("Notification" in globalThis)) return false;
  return (await Notification.requestPermission()) === "granted";
}

/** It is the user's turn: a page that is seen vibrates, one that is hidden shows a notice. */
export async function noticeTurn(): Promise<void> {
  if (!settings.notices) return;
  if (!document.hidden) {
    // Before the first touch no browser does it, and some complain.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ);
    return;
  }
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  const options = { body: say("web.notice.turn"), tag: TAG };
  const registration = await navigator.serviceWorker?.getRegistration();
  // Phones show notices of service workers only, and other browsers those of pages, too.
  if (registration?.active) {
    await registration.showNotification(say("web.title"), options);
    return;
  }
  try {
    shown = new Notification(say("web.title"), options);
    shown.onclick = () => focus();
  } catch {
    // a phone without a service worker: the title has to do
  }
}

/** The turn is over, or the user is back. */
export async function dropNotice(): Promise<void> {
  shown?.close();
  shown = null;
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notice of (await registration?.getNotifications?.({ tag: TAG })) ?? []) notice.close();
}
