/** What is seen of Overtrick where the server cannot be reached: one sentence, kept in the language that is spoken. */
import { currentLanguage, say } from "../words/texts.svelte";

const SERVICE_WORKER = "/sw.js";
const OFFLINE = "/offline";
const CACHE = "overtrick/offline";

/** Let the page be installed, where the browser can do that, and keep what is said offline; to be called once. */
export function keepOfflinePage(): void {
  // By plain http from another machine there is neither; a browser in private mode may refuse both.
  navigator.serviceWorker?.register(SERVICE_WORKER).catch(() => undefined);
  $effect(() => {
    const page = offlinePage();
    if ("caches" in globalThis) keep(page).catch(() => undefined);
  });
}

async function keep(page: string): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(OFFLINE, new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
}

function offlinePage(): string {
  return `<!doctype html>
<html lang="${currentLanguage()}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${say("web.title")}</title>
<style>
body { display: grid; place-content: center; justify-items: center; gap: 1rem; min-height: 90vh; margin: 1rem; font: 1.1rem/1.5 system-ui, sans-serif; text-align: center; }
p { max-width: 30rem; margin: 0 auto; }
.again { margin-top: 2rem; }
a { padding: 0.7rem 1.5rem; border-radius: 0.6rem; color: #fff; background: #14503d; text-decoration: none; font-weight: 600; }
</style>
<main><h1>Overtrick</h1><p>${say("web.offline.text")}</p><p class="again"><a href="/">${say("web.offline.again")}</a></p></main>
</html>`;
}
