import type { FastifyRequest } from 'fastify';
import { notFoundError } from '../../errors.ts';

/** Characters that never need an escape in a path (RFC 3986). */
const unreservedCharacters = /^[\w.~-]$/;

/**
 * Removes double slashes, dot segments, a slash at the end, and escapes of characters that need none. Letters keep
 * their case.
 */
export function toPlainPath(path: string): string {
  const unescapedPath = path.replace(/%[\da-f]{2}/gi, (sign) => {
    const character = String.fromCharCode(Number.parseInt(sign.slice(1), 16));
    return unreservedCharacters.test(character) ? character : sign;
  });
  const plainSegments: string[] = [];
  for (const segment of unescapedPath.split('/')) {
    if (segment === '..') plainSegments.pop();
    else if (segment !== '' && segment !== '.') plainSegments.push(segment);
  }
  return `/${plainSegments.join('/')}`;
}

/**
 * Gives each item of the API a single address. Needless escapes and other spellings of its number, such as `01` and
 * `1e0`, answer 404. The contract refuses whatever is not a number.
 */
export async function refuseOtherSpellings({ url, params }: FastifyRequest): Promise<void> {
  const [path = ''] = url.split('?', 1);
  const { id = '' } = params as { id?: string };
  const hasIdOtherSpelling = Number(id) > 0 && Number.isInteger(Number(id)) && String(Number(id)) !== id;
  if (hasIdOtherSpelling || toPlainPath(path) !== path)
    throw notFoundError('There is nothing at this address');
}
