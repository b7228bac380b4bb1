/** Whose answers are kept on the device, and how many of each kind. */
export const stores = {
  page: { name: 'pages-1', limit: 60 },
  asset: { name: 'assets-1', limit: 150 },
  picture: { name: 'pictures-1', limit: 150 },
  content: { name: 'content-1', limit: 60 },
} as const;

export type Kind = keyof typeof stores;

const below = (...paths: string[]) => new RegExp(`^/(?:${paths.join('|')})(?:/|$)`);

const office = below('admin', 'login');
const asset = /^\/assets\/(?!admin)/;
const picture = below('images', 'icons', 'uploads', 'favicon\\.(?:svg|ico)');
/** What everybody may read. Whatever belongs to somebody has no place in a browser's store. */
const content = below('api/v1/(?:programs|coaches|posts|facilities|alumni|gallery|site)');
const personal = below('newsletter', 'receipts', 'donations/.+', 'registration/.+', 'registration-success');
const machinery = below('api', 'docs', 'uploads', 'healthz', 'readyz', 'metrics');

/**
 * What kind of answer belongs to an address of this site: one that may be kept, a page that is for its
 * reader alone, or null for what is left to the network.
 */
export function kindOf(path: string, isPage: boolean): Kind | 'personal' | null {
  if (isOffice(path)) return null;
  if (isPage && machinery.test(path)) return null;
  if (isPage) return personal.test(path) ? 'personal' : 'page';
  if (asset.test(path)) return 'asset';
  if (picture.test(path)) return 'picture';
  return content.test(path) ? 'content' : null;
}

export const isOffice = (path: string) => office.test(path);

/** Not what failed, what came from elsewhere or what is meant for one reader. */
export function mayKeep({ ok, type, headers }: Response, kind: Kind): boolean {
  if (!ok || type !== 'basic' || /no-store|private/.test(headers.get('cache-control') ?? '')) return false;
  return kind !== 'page' || (headers.get('content-type') ?? '').startsWith('text/html');
}

/** The address holds a hash of the content: it need not be asked for again. */
export const isLasting = ({ headers }: Response) =>
  (headers.get('cache-control') ?? '').includes('immutable');
