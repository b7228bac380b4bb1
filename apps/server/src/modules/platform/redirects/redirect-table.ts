import { toPlainPath } from '../../../http/policies/plain-path.ts';

export interface Redirect {
  key: string;
  to: string;
}

export const encodeNonAscii = (text: string) => text.replace(/[^\x21-\x7e]+/g, encodeURIComponent);

/** Keys ignore the case of letters and a slash at the end, like the addresses of the site. */
export function makeRedirectKey(address: string): string {
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(address) ?? [];
  return toPlainPath(encodeNonAscii(path)).toLowerCase() + (query && `?${encodeNonAscii(query)}`);
}

const trackingParameterPattern =
  /^(?:utm_\w+|mc_[ce]id|_gl|_ga|(?:fb|g|d|y|tt|tw|ms)cl(?:k)?id|[gw]braid|igshid|igsh)=/i;

/** Removes the tracking parameters that social networks add to shared addresses. */
function removeTrackingParameters(address: string): string {
  const [path = '', query = ''] = address.split('?', 2);
  const keptParameters = query.split('&').filter((part) => !trackingParameterPattern.test(part));
  return keptParameters.length > 0 ? `${path}?${keptParameters.join('&')}` : path;
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
    const foundRedirect =
      this.#byKey.get(makeRedirectKey(address)) ??
      this.#byKey.get(makeRedirectKey(removeTrackingParameters(address)));
    return foundRedirect && !this.isCircle(foundRedirect) ? foundRedirect : undefined;
  }

  /** Finds the redirect of an address that has no page. Of several matching folders the longest counts. */
  find(address: string): R | undefined {
    const found = this.#match(address);
    // Removing a redirect can make others lead in a circle, which no request must follow
    return found && !this.isCircle(found) ? found : undefined;
  }

  isCircle(redirect: R): boolean {
    const seenRedirects = new Set<R>();
    let nextRedirect: R | undefined = redirect;
    while (nextRedirect && !seenRedirects.has(nextRedirect)) {
      seenRedirects.add(nextRedirect);
      nextRedirect = this.#match(nextRedirect.to);
    }
    return nextRedirect !== undefined;
  }

  /** A redirect to the address itself is ignored, such as that of a folder which leads to a page below it. */
  #match(address: string): R | undefined {
    if (!address.startsWith('/')) return undefined;
    const addressKey = makeRedirectKey(address);
    const [path = ''] = addressKey.split('?', 1);
    const postPath = postPathPattern.exec(path)?.[1] ?? path;
    const found =
      this.#byKey.get(addressKey) ??
      this.#byKey.get(path) ??
      this.#byKey.get(postPath) ??
      this.#findFolder(path);
    return found && makeRedirectKey(found.to) !== addressKey ? found : undefined;
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
