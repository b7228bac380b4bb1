/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope;

/** The service worker that takes itself and all that was kept away: built as `sw.js` when the other must go. */
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.registration.unregister();
}
