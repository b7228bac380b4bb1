import { createHash } from 'node:crypto';

export const makeContentTag = (body: string | Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

const splitTags = (header: string) => header.split(',').map((tag) => tag.trim());

/** Compares weakly, as for GET. */
export function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.trim() === '*' || splitTags(ifNoneMatch).some((tag) => tag.replace(/^W\//, '') === etag);
}
