import { createHash } from 'node:crypto';
import { readTagsOfHeader } from '../database/item-tag.ts';

export const makeContentTag = (body: string | Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

/** Compares weakly, as the standard asks for GET. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.trim() === '*' || readTagsOfHeader(ifNoneMatch).includes(etag);
}
