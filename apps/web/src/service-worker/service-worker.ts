// Requests and visits of pages come in and answers go out, from the network or from what was kept before: never may
// an answer to one person or to the office be kept.
/// <reference lib="webworker" />
import { pageLanguage, readChosenLanguage, translatorCookie } from '@institute/contract/site.constants';
import {
  answerQuestion,
  type CheckQuestion,
  cacheCheckPage,
  certificateStore,
  findCheckPage,
} from './check-page.ts';
import { writeOfflinePage } from './offline-page.ts';
import {
  chooseStore,
  findRequestKind,
  isApplicationPage,
  isCheckPage,
  isImmutableAnswer,
  isOfficePath,
  isPageTranslatable,
  lightMark,
  listAssets,
  listStylesAndFonts,
  makeSavedCopy,
  mayCacheResponse,
  NETWORK_TIMEOUT_MS,
  type RequestKind,
  savedListPage,
  storeNames,
  viewSwitch,
} from './store.ts';

declare const self: ServiceWorkerGlobalScope;

type CookieScope = typeof self & {
  cookieStore?: { get(name: string): Promise<{ value: string } | null> };
};

/** A visited page, and files that were loaded without this worker or are needed later. */
export type PageVisit = { page: string; parts: string[]; institute: string; claim?: boolean };

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches().then(cacheOpenPages)));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  const [, choice] = (request.method === 'POST' && viewSwitch.exec(pathname)) || [];
  if (choice) event.waitUntil(choice === 'light' ? caches.open(lightMark) : caches.delete(lightMark));
  if (request.method !== 'GET' || origin !== location.origin || request.headers.has('authorization')) return;
  // A frame with a missing document must not show a page of the site from the cache
  if (request.destination === 'iframe') return;
  const kind = findRequestKind(pathname, request.mode === 'navigate', search);
  if (kind === 'personal' && isCheckPage(pathname)) event.respondWith(answerCheck(request));
  else if (kind === 'personal') event.respondWith(fetch(request).catch(writeOfflinePage));
  else if (kind) event.respondWith(answerFetch(event, kind));
});

self.addEventListener('message', (event) => {
  const { data, ports } = event as ExtendableMessageEvent & { data: PageVisit | CheckQuestion };
  event.waitUntil('hash' in data ? sendVerdict(data, ports[0]) : cacheVisit(data));
});

const sendVerdict = async (question: CheckQuestion, port: MessagePort | undefined) =>
  port?.postMessage(await answerQuestion(question));

/** A certificate can be checked without the site, by its signature. */
async function answerCheck(request: Request): Promise<Response> {
  const freshAnswer = await fetch(request).catch(() => undefined);
  if (freshAnswer && freshAnswer.status < 500) return freshAnswer;
  return (await findCheckPage()) ?? freshAnswer ?? writeOfflinePage();
}

async function deleteOldCaches(): Promise<void> {
  const currentCacheNames: string[] = [
    lightMark,
    certificateStore,
    ...Object.values(storeNames).map(({ name }) => name),
  ];
  const oldCacheNames = (await caches.keys()).filter((name) => !currentCacheNames.includes(name));
  await Promise.all(oldCacheNames.map((name) => caches.delete(name)));
}

/**
 * Caches pages that were opened before this worker was active. A page with scripts names its scripts itself.
 */
async function cacheOpenPages(): Promise<void> {
  const openWindows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await Promise.allSettled(openWindows.map(({ url }) => cachePage(url, listStylesAndFonts)));
}

/**
 * Immutable files, and pages whose files are all cached, come from the cache at once. The page then reads
 * what has changed. All else asks the network first, and the cache when the network fails or takes long. The
 * network's answer is cached in each case.
 */
async function answerFetch(event: FetchEvent, kind: RequestKind): Promise<Response> {
  const { request } = event;
  const cachedAnswer = await findCached(kind, request);
  if (cachedAnswer && isImmutableAnswer(cachedAnswer)) return cachedAnswer;
  const fresh = fetch(request);
  event.waitUntil(
    fresh.then((response) => cacheAnswer(event, kind, response.clone())).catch(() => undefined),
  );
  if (!cachedAnswer) return fresh.catch(() => (kind === 'page' ? writeOfflinePage() : Response.error()));
  if (kind === 'page' && !isReload(request) && isApplicationPage(new URL(request.url).pathname, navigator)) {
    const html = await cachedAnswer.clone().text();
    if ((await canPageStart(html)) && (await isInChosenLanguage(html)))
      return makeSavedCopy(cachedAnswer, html);
  }

  const response = await Promise.race([readWholeAnswer(fresh), pause(NETWORK_TIMEOUT_MS)]);
  return (
    response ?? (kind === 'page' ? makeSavedCopy(cachedAnswer, await cachedAnswer.text()) : cachedAnswer)
  );
}

const isReload = ({ cache, isReloadNavigation }: Request & { isReloadNavigation?: boolean }) =>
  cache !== 'default' || isReloadNavigation === true;

/** True when every script of the saved page is cached: then it can start offline. */
async function canPageStart(html: string): Promise<boolean> {
  const assetFiles = listAssets(html);
  const assetCache = await caches.open(storeNames.asset.name);
  const foundAssets = await Promise.all(
    assetFiles.map((file) => assetCache.match(file, { ignoreVary: true })),
  );
  return assetFiles.some((file) => file.endsWith('.js')) && foundAssets.every(Boolean);
}

/**
 * True when the page suits the chosen language: its content policy admits the translator exactly if a
 * translation is chosen.
 */
async function isInChosenLanguage(html: string): Promise<boolean> {
  const { cookieStore } = self as CookieScope;
  // Without `cookieStore` the worker cannot know, and the page finds out itself
  if (!cookieStore) return true;
  const { value = '' } = (await cookieStore.get(translatorCookie)) ?? {};
  const isTranslationChosen = readChosenLanguage(`${translatorCookie}=${value}`) !== pageLanguage;
  return isTranslationChosen === isPageTranslatable(html);
}

/** Resolves when the whole answer has arrived, because a connection may stall in the middle. */
const readWholeAnswer = (fresh: Promise<Response>) =>
  fresh.then(
    async (response) => {
      const arrivedAnswer = await response
        .clone()
        .arrayBuffer()
        .catch(() => undefined);
      return arrivedAnswer && response;
    },
    () => undefined,
  );

const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms));

async function cacheAnswer(
  { clientId, request }: FetchEvent,
  kind: RequestKind,
  response: Response,
): Promise<void> {
  const windowClient = await self.clients.get(clientId);
  if (!windowClient || !isOfficePath(new URL(windowClient.url).pathname))
    await storeInCache(kind, request, response);
}

async function findCached(kind: RequestKind, request: Request | string) {
  const { name } = storeNames[kind === 'page' && (await isLightMode()) ? 'light' : kind];
  return (await caches.open(name)).match(request, { ignoreVary: true });
}

/** True when the server would send the light page. */
async function isLightMode(): Promise<boolean> {
  const { cookieStore, navigator } = self as CookieScope & {
    navigator: { connection?: { saveData?: boolean; effectiveType?: string } };
  };
  const viewCookie = await cookieStore?.get('view');
  if (viewCookie) return viewCookie.value === 'light';
  const { saveData = false, effectiveType = '' } = navigator.connection ?? {};
  return saveData || effectiveType.endsWith('2g') || (await caches.has(lightMark));
}

async function storeInCache(kind: RequestKind, request: Request | string, response: Response): Promise<void> {
  const { name, limit } = storeNames[chooseStore(kind, response)];
  const store = await caches.open(name);
  if (mayCacheResponse(response, kind)) await store.put(request, response).catch(() => undefined);
  else if (response.status === 404 || response.status === 410) await store.delete(request);
  const cachedRequests = await store.keys();
  await Promise.all(cachedRequests.slice(0, -limit).map((oldest) => store.delete(oldest)));
}

async function cacheVisit({ page, parts, institute, claim }: PageVisit): Promise<void> {
  if (claim) await self.clients.claim();
  if (isCheckPage(page)) await cacheCheckPage(institute).catch(() => undefined);
  // Without a connection the registration form links to the list of waiting registrations, so cache all its assets
  const isListPage = page === savedListPage;
  await Promise.allSettled([
    isListPage ? cachePage(page, listAssets) : fetchMissingFile(page, true),
    ...parts.map((address) => fetchMissingFile(address, false)),
  ]);
}

/** Caches the page and the files that it names. */
async function cachePage(address: string, listFiles: (html: string) => string[]): Promise<void> {
  await fetchMissingFile(address, true);
  const html = (await (await findCached('page', address))?.text()) ?? '';
  await Promise.allSettled(listFiles(html).map((file) => fetchMissingFile(file, false)));
}

async function fetchMissingFile(address: string, isPage: boolean): Promise<void> {
  const { origin, pathname, search } = new URL(address, location.origin);
  const kind = origin === location.origin && findRequestKind(pathname, isPage, search);
  if (!kind || kind === 'personal' || (!isPage && (await findCached(kind, address)))) return;
  // The files are in the browser's own cache
  const response = await fetch(address, { priority: 'low', cache: isPage ? 'default' : 'force-cache' });
  await storeInCache(kind, address, response);
}
