import { AppError } from './errors.ts';

/** The strong ETag of an item: the same for every viewer and encoding, another after every change. */
export const itemTag = (type: string, { id, version }: { id: number; version: number }): string =>
  `"${type}-${id}-${version}"`;

const tags = (header: string) => header.split(',').map((tag) => tag.trim());

/** Refuses a change by somebody who last saw another version. */
export function checkMatch(ifMatch: string | undefined, current: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*' || tags(ifMatch).includes(current)) return;
  throw new AppError('PRECONDITION_FAILED', 'This was changed by somebody else in the meantime');
}

/** Whether the caller already holds what `etag` names (weak comparison, as for GET). */
export function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.trim() === '*' || tags(ifNoneMatch).some((tag) => tag.replace(/^W\//, '') === etag);
}
