// Requests and visits of pages come in and answers go out, from the network or from what was kept before: never may
// an answer to one person or to the office be kept.
/// <reference lib="webworker" />
import { pageLanguage, readChosenLanguage, translatorCookie } from '@institute/contract/site.constants';
import {
  answerQuestion,
  cacheCheckPage,
  certificateStore,
  findCheckPage,
  type Question,
} from './check-page.ts';
import { writeOfflinePage } from './offline-page.ts';
import {
  chooseStore,
  findKind,
  isApplicationPage,
  isCheckPage,
  isLasting,
  isOffice,
  isTranslatable,
  type Kind,
  lightMark,
  listAssets,
  listLooks,
  listPage,
  makeSavedCopy,
  mayCache,
  NETWORK_TIMEOUT_MS,
  storeNames,
  viewSwitch,
} from './store.ts';

declare const self: ServiceWorkerGlobalScope;

type CookieScope = typeof self & {
  cookieStore?: { get(name: string): Promise<{ value: string } | null> };
};

/** A visited page, and files that were loaded without this worker or are needed later. */
export type Visit = { page: string; parts: string[]; institute: string; claim?: boolean };

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(takeOver().then(cacheOpenPages)));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  const [, choice] = (request.method === 'POST' && viewSwitch.exec(pathname)) || [];
  if (choice) event.waitUntil(choice === 'light' ? caches.open(lightMark) : caches.delete(lightMark));
  if (request.method !== 'GET' || origin !== location.origin || request.headers.has('authorization')) return;
  // A frame with a missing document must not show a page of the site
  if (request.destination === 'iframe') return;
  const kind = findKind(pathname, request.mode === 'navigate', search);
  if (kind === 'personal' && isCheckPage(pathname)) event.respondWith(answerCheck(request));
  else if (kind === 'personal') event.respondWith(fetch(request).catch(writeOfflinePage));
  else if (kind) event.respondWith(answerFetch(event, kind));
});

self.addEventListener('message', (event) => {
  const { data, ports } = event as ExtendableMessageEvent & { data: Visit | Question };
  event.waitUntil('hash' in data ? sendVerdict(data, ports[0]) : cacheVisit(data));
});

const sendVerdict = async (question: Question, port: MessagePort | undefined) =>
  port?.postMessage(await answerQuestion(question));

/** A certificate can be checked without the site, by its signature. */
async function answerCheck(request: Request): Promise<Response> {
  const fresh = await fetch(request).catch(() => undefined);
  if (fresh && fresh.status < 500) return fresh;
  return (await findCheckPage()) ?? fresh ?? writeOfflinePage();
}

async function takeOver(): Promise<void> {
  const current: string[] = [
    lightMark,
    certificateStore,
    ...Object.values(storeNames).map(({ name }) => name),
  ];
  const old = (await caches.keys()).filter((name) => !current.includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Pages that were opened before this worker. An application names its scripts itself. */
async function cacheOpenPages(): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await Promise.allSettled(open.map(({ url }) => cachePage(url, listLooks)));
}

/**
 * Immutable files, and pages whose files are all cached, come from the cache at once. The page then reads
 * what has changed. All else asks the network first, and the cache when the network fails or takes long. The
 * network's answer is cached in each case.
 */
async function answerFetch(event: FetchEvent, kind: Kind): Promise<Response> {
  const { request } = event;
  const cached = await findCached(kind, request);
  if (cached && isLasting(cached)) return cached;
  const fresh = fetch(request);
  event.waitUntil(
    fresh.then((response) => cacheAnswer(event, kind, response.clone())).catch(() => undefined),
  );
  if (!cached) return fresh.catch(() => (kind === 'page' ? writeOfflinePage() : Response.error()));
  if (kind === 'page' && !isReload(request) && isApplicationPage(new URL(request.url).pathname, navigator)) {
    const html = await cached.clone().text();
    if ((await canStart(html)) && (await isInLanguage(html))) return makeSavedCopy(cached, html);
  }

  const response = await Promise.race([readWhole(fresh), pause(NETWORK_TIMEOUT_MS)]);
  return response ?? (kind === 'page' ? makeSavedCopy(cached, await cached.text()) : cached);
}

const isReload = ({ cache, isReloadNavigation }: Request & { isReloadNavigation?: boolean }) =>
  cache !== 'default' || isReloadNavigation === true;

/** True when every script of the saved page is cached: then it can start offline. */
async function canStart(html: string): Promise<boolean> {
  const files = listAssets(html);
  const store = await caches.open(storeNames.asset.name);
  const found = await Promise.all(files.map((file) => store.match(file, { ignoreVary: true })));
  return files.some((file) => file.endsWith('.js')) && found.every(Boolean);
}

/** False for a page whose content policy admits the translator without need, or not where it is needed. */
async function isInLanguage(html: string): Promise<boolean> {
  const { cookieStore } = self as CookieScope;
  // Without `cookieStore` the page itself finds out
  if (!cookieStore) return true;
  const { value = '' } = (await cookieStore.get(translatorCookie)) ?? {};
  const isChosen = readChosenLanguage(`${translatorCookie}=${value}`) !== pageLanguage;
  return isChosen === isTranslatable(html);
}

/** Resolves when the whole answer has arrived, because a connection may stall in the middle. */
const readWhole = (fresh: Promise<Response>) =>
  fresh.then(
    async (response) => {
      const arrived = await response
        .clone()
        .arrayBuffer()
        .catch(() => undefined);
      return arrived && response;
    },
    () => undefined,
  );

const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms));

async function cacheAnswer({ clientId, request }: FetchEvent, kind: Kind, response: Response): Promise<void> {
  const client = await self.clients.get(clientId);
  if (!client || !isOffice(new URL(client.url).pathname)) await storeInCache(kind, request, response);
}

async function findCached(kind: Kind, request: Request | string) {
  const { name } = storeNames[kind === 'page' && (await isLight()) ? 'light' : kind];
  return (await caches.open(name)).match(request, { ignoreVary: true });
}

/** True when the server would send the light page. */
async function isLight(): Promise<boolean> {
  const { cookieStore, navigator } = self as CookieScope & {
    navigator: { connection?: { saveData?: boolean; effectiveType?: string } };
  };
  const choice = await cookieStore?.get('view');
  if (choice) return choice.value === 'light';
  const { saveData = false, effectiveType = '' } = navigator.connection ?? {};
  return saveData || effectiveType.endsWith('2g') || (await caches.has(lightMark));
}

async function storeInCache(kind: Kind, request: Request | string, response: Response): Promise<void> {
  const { name, limit } = storeNames[chooseStore(kind, response)];
  const store = await caches.open(name);
  if (mayCache(response, kind)) await store.put(request, response).catch(() => undefined);
  else if (response.status === 404 || response.status === 410) await store.delete(request);
  const addresses = await store.keys();
  await Promise.all(addresses.slice(0, -limit).map((oldest) => store.delete(oldest)));
}

async function cacheVisit({ page, parts, institute, claim }: Visit): Promise<void> {
  if (claim) await self.clients.claim();
  if (isCheckPage(page)) await cacheCheckPage(institute).catch(() => undefined);
  // Without a connection the registration form links to the list of waiting registrations, so cache all its assets
  const isList = page === listPage;
  await Promise.allSettled([
    isList ? cachePage(page, listAssets) : fetchMissing(page, true),
    ...parts.map((address) => fetchMissing(address, false)),
  ]);
}

/** The page, and files that it names. */
async function cachePage(address: string, listFiles: (html: string) => string[]): Promise<void> {
  await fetchMissing(address, true);
  const html = (await (await findCached('page', address))?.text()) ?? '';
  await Promise.allSettled(listFiles(html).map((file) => fetchMissing(file, false)));
}

async function fetchMissing(address: string, isPage: boolean): Promise<void> {
  const { origin, pathname, search } = new URL(address, location.origin);
  const kind = origin === location.origin && findKind(pathname, isPage, search);
  if (!kind || kind === 'personal' || (!isPage && (await findCached(kind, address)))) return;
  // The files are in the browser's own cache
  const response = await fetch(address, { priority: 'low', cache: isPage ? 'default' : 'force-cache' });
  await storeInCache(kind, address, response);
}
