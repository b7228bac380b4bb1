import { translatorAttribute } from '@institute/contract/site.constants';
import { isFastEnoughForScripts } from '../document/good-line.ts';
import { isTaskPath } from '../document/is-task.ts';

export const cacheSettingsByStore = {
  page: { name: 'pages-1', limit: 60 },
  /** Separate from `page`, so that neither mode gets the other's pages. */
  light: { name: 'light-pages-1', limit: 60 },
  asset: { name: 'assets-1', limit: 150 },
  image: { name: 'pictures-1', limit: 150 },
  content: { name: 'content-1', limit: 60 },
} as const;

/** A cache that exists while light mode is chosen, for browsers that hide cookies from a worker. */
export const lightModeCacheName = 'light-mode';
export const viewSwitchPathPattern = /^\/view\/(light|full)$/;

export const NETWORK_TIMEOUT_MS = 3000;

/** The list of applications on this phone. The registration form links to it, also without a connection. */
export const savedApplicationsPath = '/registration/mine';

export const certificatesPath = '/certificates';

export const isCheckPage = (path: string): boolean =>
  path === certificatesPath || path.startsWith(`${certificatesPath}/`);

type StoreName = keyof typeof cacheSettingsByStore;
export type RequestKind = Exclude<StoreName, 'light'>;

const matchPathsBelow = (...paths: string[]) => new RegExp(`^/(?:${paths.join('|')})(?:/|$)`);

const officePaths = matchPathsBelow('admin', 'login');
const assetPaths = /^\/assets\/(?!admin)/;
const imagePaths = matchPathsBelow('images', 'icons', 'pattern', 'uploads', 'favicon\\.(?:svg|ico)');
/** The API reference, which is a page of the server and not of this app. */
const apiReferencePath = '/docs/api';
const referenceFiles = matchPathsBelow('docs/api/[\\w.]+');
/** Public content. Personal data must not be stored in a browser. */
const contentPaths = matchPathsBelow(
  ...[...Object.keys(CONTENT_TYPES), 'site', 'openapi\\.json'].map((name) => `api/v1/${name}`),
);
const personalPaths = matchPathsBelow(
  'newsletter',
  'certificates',
  'fees',
  'receipts',
  'donations/.+',
  'registration/(?!mine$).+',
  'registration-success',
);
const uncachedPaths = matchPathsBelow('api', 'docs', 'uploads', 'healthz', 'readyz', 'metrics');

/**
 * The kind of a request. Null for a request that the worker does not handle. Personal pages are not cached.
 */
export function findRequestKind(path: string, isPage: boolean, query = ''): RequestKind | 'personal' | null {
  if (isOfficePath(path)) return null;
  if (isPage && path === apiReferencePath) return 'page';
  if (isPage && uncachedPaths.test(path)) return null;
  if (isPage) return personalPaths.test(path) ? 'personal' : 'page';
  if (assetPaths.test(path) || referenceFiles.test(path)) return 'asset';
  if (imagePaths.test(path)) return 'image';
  return contentPaths.test(path) && !isSearchQuery(query) ? 'content' : null;
}

/** Each typed letter loads another list, which would displace visited pages. */
const isSearchQuery = (query: string) => new URLSearchParams(query).has('q');

export const isOfficePath = (path: string) => officePaths.test(path);

export function mayCacheResponse({ ok, type, headers }: Response, kind: RequestKind): boolean {
  if (!ok || type !== 'basic' || /no-store|private/.test(headers.get('cache-control') ?? '')) return false;
  return kind !== 'page' || (headers.get('content-type') ?? '').startsWith('text/html');
}

export const chooseStore = (kind: RequestKind, { headers }: Response): StoreName =>
  kind === 'page' && headers.has('light-mode') ? 'light' : kind;

/** The URL contains a hash of the content, so the answer never changes. */
export const isImmutableAnswer = ({ headers }: Response) =>
  (headers.get('cache-control') ?? '').includes('immutable');

const listFilesOfKinds = (html: string, kinds: string): string[] => {
  const assetFileMatches = html.matchAll(new RegExp(`"(/assets/[^"]+\\.(?:${kinds}))"`, 'g'));
  return [...new Set(Array.from(assetFileMatches, ([, file = '']) => file))];
};

/** Addresses of the scripts and styles that a page begins with. */
export const listScriptsAndStyles = (html: string): string[] => listFilesOfKinds(html, 'js|css');

/** Addresses of the styles and fonts of a page. */
export const listStylesAndFonts = (html: string): string[] => listFilesOfKinds(html, 'css|woff2');

/**
 * True when `chooseView` will make the page an application, which loads what has changed since the page was
 * cached.
 */
export const isApplicationPage = (path: string, hints: object): boolean =>
  isTaskPath(path) || isFastEnoughForScripts(hints);

export const isPageTranslatable = (html: string): boolean => html.includes(`<html ${translatorAttribute}`);

/** Adds the time of storing, which `visited-pages.ts` shows. */
export function makeSavedCopy({ status, headers }: Response, html: string): Response {
  const savedDate = new Date(headers.get('date') ?? Number.NaN);
  const savedDateAttribute = Number.isNaN(savedDate.getTime()) ? '' : savedDate.toISOString();
  return new Response(html.replace('<html', `<html data-saved="${savedDateAttribute}"`), { status, headers });
}
