import { parseAddress } from '@institute/contract/web-address';

/** Never leads to another site. */
export function toSafeNextPath(next: string | undefined, origin: string): string {
  const url = next?.startsWith('/') ? parseAddress(next, origin) : undefined;
  // "//elsewhere" and "/\elsewhere" lead to other sites.
  if (!url || url.origin !== origin || !url.href.startsWith(`${origin}/`) || isAuthPage(url.pathname))
    return '/admin';
  return url.pathname + url.search + url.hash;
}

const isAuthPage = (path: string) =>
  /^\/(?:admin\/)?(?:login|signup|forgot-password|reset-password|invitation)\/?$/.test(path);

/** Never names the sign-in page itself. */
export const makeNextSearch = (path: string): { next?: string } =>
  isAuthPage(path.split(/[?#]/)[0] ?? '') ? {} : { next: path };
