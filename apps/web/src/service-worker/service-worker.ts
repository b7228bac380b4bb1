/// <reference lib="webworker" />
import { offlinePage } from './offline-page.ts';
import { isLasting, isOffice, type Kind, kindOf, mayCache, stores } from './store.ts';

declare const self: ServiceWorkerGlobalScope;

/** A page that was loaded without this worker, and its files. */
export type Visit = { page: string; parts: string[]; claim?: boolean };

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || request.headers.has('authorization')) return;
  const kind = kindOf(pathname, request.mode === 'navigate', search);
  if (kind === 'personal') event.respondWith(fetch(request).catch(offlinePage));
  else if (kind) event.respondWith(answer(event, kind));
});

self.addEventListener('message', (event) => event.waitUntil(cacheVisit(event.data)));

async function takeOver(): Promise<void> {
  const current: string[] = Object.values(stores).map(({ name }) => name);
  const old = (await caches.keys()).filter((name) => !current.includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Asks the network first, except for immutable files. Falls back to the cache. */
async function answer(event: FetchEvent, kind: Kind): Promise<Response> {
  const { request } = event;
  const cached = await find(kind, request);
  if (cached && isLasting(cached)) return cached;
  try {
    const response = await fetch(request);
    event.waitUntil(cacheAnswer(event, kind, response.clone()));
    return response;
  } catch {
    return cached ?? (kind === 'page' ? offlinePage() : Response.error());
  }
}

/** Does not cache requests of the dashboard. */
async function cacheAnswer({ clientId, request }: FetchEvent, kind: Kind, response: Response): Promise<void> {
  const client = await self.clients.get(clientId);
  if (!client || !isOffice(new URL(client.url).pathname)) await keep(kind, request, response);
}

const find = async (kind: Kind, request: Request | string) =>
  (await caches.open(stores[kind].name)).match(request, { ignoreVary: true });

async function keep(kind: Kind, request: Request | string, response: Response): Promise<void> {
  const { name, limit } = stores[kind];
  const store = await caches.open(name);
  // The device may be full.
  if (mayCache(response, kind)) await store.put(request, response).catch(() => undefined);
  else if (response.status === 404 || response.status === 410) await store.delete(request);
  const addresses = await store.keys();
  await Promise.all(addresses.slice(0, -limit).map((oldest) => store.delete(oldest)));
}

async function cacheVisit({ page, parts, claim }: Visit): Promise<void> {
  if (claim) await self.clients.claim();
  const wanted = [page, ...parts].map((address) => fetchMissing(address, address === page));
  await Promise.allSettled(wanted);
}

async function fetchMissing(address: string, isPage: boolean): Promise<void> {
  const { origin, pathname, search } = new URL(address, location.origin);
  const kind = origin === location.origin && kindOf(pathname, isPage, search);
  if (!kind || kind === 'personal' || (!isPage && (await find(kind, address)))) return;
  // The files are in the browser's own cache.
  const response = await fetch(address, { priority: 'low', cache: isPage ? 'default' : 'force-cache' });
  await keep(kind, address, response);
}
