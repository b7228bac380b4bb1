import { toPlainPath } from '../../../http/policies/plain-path.ts';

export interface Redirect {
  key: string;
  to: string;
}

export const encodeNonAscii = (text: string) => text.replace(/[^\x21-\x7e]+/g, encodeURIComponent);

/** The case of letters and a slash at the end make no difference, as in the site's addresses. */
export function makeRedirectKey(address: string): string {
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(address) ?? [];
  return toPlainPath(encodeNonAscii(path)).toLowerCase() + (query && `?${encodeNonAscii(query)}`);
}

const trackingParameters =
  /^(?:utm_\w+|mc_[ce]id|_gl|_ga|(?:fb|g|d|y|tt|tw|ms)cl(?:k)?id|[gw]braid|igshid|igsh)=/i;

/** Without what networks add to an address that is shared by them. */
function removeTracking(address: string): string {
  const [path = '', query = ''] = address.split('?', 2);
  const own = query.split('&').filter((part) => !trackingParameters.test(part));
  return own.length > 0 ? `${path}?${own.join('&')}` : path;
}

/** Addresses that WordPress serves below a post: its feed, its page for phones, its comments. */
const postPathPattern = /^(\/.+?)\/(?:amp|embed|trackback|comment-page-\d+|feed(?:\/(?:rss2?|rdf|atom))?)$/;

export class RedirectTable<R extends Redirect> {
  #byKey = new Map<string, R>();
  #hasQueries = false;
  #longestFolder = 0;

  constructor(redirects: readonly R[]) {
    for (const redirect of redirects) this.add(redirect);
  }

  add(redirect: R): void {
    const { key } = redirect;
    this.#byKey.set(key, redirect);
    this.#hasQueries ||= key.includes('?');
    if (key.endsWith('/*')) this.#longestFolder = Math.max(this.#longestFolder, key.length);
  }

  get size(): number {
    return this.#byKey.size;
  }

  has({ key }: Redirect): boolean {
    return this.#byKey.has(key);
  }

  drop({ key }: Redirect): void {
    this.#byKey.delete(key);
  }

  /** The redirect of exactly this query. It takes precedence over the page of the path. */
  findQuery(address: string): R | undefined {
    if (!this.#hasQueries || !address.includes('?')) return undefined;
    const found =
      this.#byKey.get(makeRedirectKey(address)) ?? this.#byKey.get(makeRedirectKey(removeTracking(address)));
    return found && !this.isCircle(found) ? found : undefined;
  }

  /** For an address without a page. Of several folders the longest counts. */
  find(address: string): R | undefined {
    const found = this.#match(address);
    // Removing a redirect can close a circle of the others
    return found && !this.isCircle(found) ? found : undefined;
  }

  isCircle(redirect: R): boolean {
    const seen = new Set<R>();
    let next: R | undefined = redirect;
    while (next && !seen.has(next)) {
      seen.add(next);
      next = this.#match(next.to);
    }
    return next !== undefined;
  }

  /** An address never leads to itself, as that of a folder to which all below it leads. */
  #match(address: string): R | undefined {
    if (!address.startsWith('/')) return undefined;
    const key = makeRedirectKey(address);
    const [path = ''] = key.split('?', 1);
    const post = postPathPattern.exec(path)?.[1] ?? path;
    const found =
      this.#byKey.get(key) ?? this.#byKey.get(path) ?? this.#byKey.get(post) ?? this.#findFolder(path);
    return found && makeRedirectKey(found.to) !== key ? found : undefined;
  }

  #findFolder(path: string): R | undefined {
    let folder = path.slice(0, this.#longestFolder).replace(/\/$/, '');
    while (this.#longestFolder > 0) {
      const found = this.#byKey.get(`${folder}/*`);
      if (found || folder === '') return found;
      folder = folder.slice(0, folder.lastIndexOf('/'));
    }
    return undefined;
  }
}
