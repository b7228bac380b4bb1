/** Where to go after signing in: a path of this site, whatever an address claims. */
export function nextPath(next: string | undefined, origin: string): string {
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return '/admin';
  const url = new URL(next, origin);
  // "//elsewhere", "/\elsewhere" and their like are addresses of other sites
  if (url.origin !== origin || !url.href.startsWith(`${origin}/`) || isEntrance(url.pathname))
    return '/admin';
  return url.pathname + url.search + url.hash;
}

const isEntrance = (path: string) =>
  /^\/(?:admin\/)?(?:login|signup|forgot-password|reset-password|invitation)\/?$/.test(path);
