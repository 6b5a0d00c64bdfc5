/**
 * What makes the page one that can be installed. It keeps no part of the page, so that an old page never meets a new
 * server: everything comes from the network. Only where that cannot be reached, who opens the page is told so, by words
 * that the page itself has kept in its language.
 */
const OFFLINE = "/offline";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(sayOffline));
});

async function sayOffline() {
  return (await caches.match(OFFLINE)) ?? Response.error();
}

/** Somebody has touched the notice that it is their turn: they want to see the table. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window" }).then(([page]) => page?.focus() ?? self.clients.openWindow("/")));
});
