import type { FastifyRequest } from 'fastify';
import { notFoundError } from '../../errors.ts';

/** Characters that need no escape anywhere in a path (RFC 3986). */
const unreservedCharacters = /^[\w.~-]$/;

/**
 * Removes double slashes, dot segments, a slash at the end, and escapes of characters that need none. Keeps
 * the case of letters.
 */
export function toPlainPath(path: string): string {
  const unescaped = path.replace(/%[\da-f]{2}/gi, (sign) => {
    const character = String.fromCharCode(Number.parseInt(sign.slice(1), 16));
    return unreservedCharacters.test(character) ? character : sign;
  });
  const segments: string[] = [];
  for (const segment of unescaped.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}`;
}

/**
 * An item has one address in the API. Needless escapes and other spellings of its number, such as `01` and
 * `1e0`, answer 404. The contract refuses anything that is no number.
 */
export async function requireOneSpelling({ url, params }: FastifyRequest): Promise<void> {
  const [path = ''] = url.split('?', 1);
  const { id = '' } = params as { id?: string };
  const isOtherNumber = Number(id) > 0 && Number.isInteger(Number(id)) && String(Number(id)) !== id;
  if (isOtherNumber || toPlainPath(path) !== path) throw notFoundError('There is nothing at this address');
}
