/** Characters that need no escape anywhere in a path (RFC 3986). */
const unreserved = /^[\w.~-]$/;

/**
 * Removes double slashes, dot segments, a slash at the end, and escapes of characters that need none. Keeps
 * the case of letters.
 */
export function plainPath(path: string): string {
  const unescaped = path.replace(/%[\da-f]{2}/gi, (sign) => {
    const character = String.fromCharCode(Number.parseInt(sign.slice(1), 16));
    return unreserved.test(character) ? character : sign;
  });
  const segments: string[] = [];
  for (const segment of unescaped.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}`;
}
