import { contentKeys } from '../api/content-resources.ts';

/** The caches on the device, and the number of answers in each. */
export const stores = {
  page: { name: 'pages-1', limit: 60 },
  /** Pages in light mode, so that neither mode gets the other's. */
  light: { name: 'light-pages-1', limit: 60 },
  asset: { name: 'assets-1', limit: 150 },
  image: { name: 'pictures-1', limit: 150 },
  content: { name: 'content-1', limit: 60 },
} as const;

/** This cache exists while the visitor's last choice was light mode, for browsers that tell a worker no cookies. */
export const lightMark = 'light-mode';
export const lightSwitch = /^\/light-mode\/(on|off)$/;

/** A cached answer is shown when the network takes longer. */
export const NETWORK_TIMEOUT_MS = 3000;

type Store = keyof typeof stores;
export type Kind = Exclude<Store, 'light'>;

const below = (...paths: string[]) => new RegExp(`^/(?:${paths.join('|')})(?:/|$)`);

const office = below('admin', 'login');
const asset = /^\/assets\/(?!admin)/;
const image = below('images', 'icons', 'uploads', 'favicon\\.(?:svg|ico)');
/** The API reference, which the server renders by itself. */
const referencePage = '/docs/api';
const referenceFile = below('docs/api/[\\w.]+');
/** Public content. Personal data must not be stored in a browser. */
const content = below(...[...contentKeys, 'site', 'openapi\\.json'].map((name) => `api/v1/${name}`));
const personal = below(
  'newsletter',
  'receipts',
  'donations/.+',
  'registration/(?!mine$).+',
  'registration-success',
);
const machinery = below('api', 'docs', 'uploads', 'healthz', 'readyz', 'metrics');

/**
 * The kind of answer at an address of this site. Null is not handled by the worker, and personal pages are not cached.
 */
export function kindOf(path: string, isPage: boolean, query = ''): Kind | 'personal' | null {
  if (isOffice(path)) return null;
  if (isPage && path === referencePage) return 'page';
  if (isPage && machinery.test(path)) return null;
  if (isPage) return personal.test(path) ? 'personal' : 'page';
  if (asset.test(path) || referenceFile.test(path)) return 'asset';
  if (image.test(path)) return 'image';
  return content.test(path) && !isSearch(query) ? 'content' : null;
}

/** Searches are not cached: each typed letter loads another list, which would displace visited pages. */
const isSearch = (query: string) => new URLSearchParams(query).has('q');

export const isOffice = (path: string) => office.test(path);

/** Refuses failures, answers of other sites and private answers. */
export function mayCache({ ok, type, headers }: Response, kind: Kind): boolean {
  if (!ok || type !== 'basic' || /no-store|private/.test(headers.get('cache-control') ?? '')) return false;
  return kind !== 'page' || (headers.get('content-type') ?? '').startsWith('text/html');
}

/** Where an answer of this kind is kept. The server says which pages are light ones. */
export const storeOf = (kind: Kind, { headers }: Response): Store =>
  kind === 'page' && headers.has('light-mode') ? 'light' : kind;

/** The URL contains a hash of the content, so the answer never changes. */
export const isLasting = ({ headers }: Response) =>
  (headers.get('cache-control') ?? '').includes('immutable');

/** A cached page with the time at which it was stored. `visited-pages.ts` shows the time. */
export async function savedCopy(cached: Response): Promise<Response> {
  const { status, headers } = cached;
  const html = await cached.text();
  const since = new Date(headers.get('date') ?? Number.NaN);
  const mark = Number.isNaN(since.getTime()) ? '' : since.toISOString();
  return new Response(html.replace('<html', `<html data-saved="${mark}"`), { status, headers });
}
