/** Never leads to another site. */
export function nextPath(next: string | undefined, origin: string): string {
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return '/admin';
  const url = new URL(next, origin);
  // "//elsewhere" and "/\elsewhere" lead to other sites.
  if (url.origin !== origin || !url.href.startsWith(`${origin}/`) || isAuthPage(url.pathname))
    return '/admin';
  return url.pathname + url.search + url.hash;
}

const isAuthPage = (path: string) =>
  /^\/(?:admin\/)?(?:login|signup|forgot-password|reset-password|invitation)\/?$/.test(path);

/** Never names the sign-in page itself. */
export const nextSearch = (path: string): { next?: string } =>
  isAuthPage(path.split(/[?#]/)[0] ?? '') ? {} : { next: path };
