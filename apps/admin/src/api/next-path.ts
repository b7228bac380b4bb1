import { parseAddress } from '@institute/contract/web-address';

/** Returns a path of this site only, so that no link can send somebody to another site after the sign-in. */
export function toSafeNextPath(next: string | undefined, origin: string): string {
  const url = next?.startsWith('/') ? parseAddress(next, origin) : undefined;
  // "//elsewhere" and "/\elsewhere" lead to other sites.
  if (!url || url.origin !== origin || !url.href.startsWith(`${origin}/`) || isAuthPage(url.pathname))
    return '/admin';
  return url.pathname + url.search + url.hash;
}

const isAuthPage = (path: string) =>
  /^\/(?:admin\/)?(?:login|signup|forgot-password|reset-password|invitation)\/?$/.test(path);

/** The search leaves out the sign-in page, which must not lead back to itself. */
export const makeNextSearch = (path: string): { next?: string } =>
  isAuthPage(path.split(/[?#]/)[0] ?? '') ? {} : { next: path };
