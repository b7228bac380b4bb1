import { createHash } from 'node:crypto';
import { AppError } from '../errors.ts';

/**
 * A strong ETag: equal for every encoding, different after every change. `derived` stands for what is shown
 * but changes without the item, such as taken seats. `checkMatch` ignores it.
 */
export const makeItemTag = (
  type: string,
  { id, version }: { id: number; version: number },
  derived?: number,
) => `"${type}-${id}-${version}${derived === undefined ? '' : `.${derived}`}"`;

/** Makes the value of `derived`. */
export const hashValue = (shown: unknown): number =>
  createHash('sha256').update(JSON.stringify(shown)).digest().readUInt32BE();

/** Extends the derived part of a tag, for an item that is shown with derived figures. The tag must have that part. */
export const extendDerivedPart = (tag: string, digits: string): string => tag.replace(/"$/, `${digits}"`);

const removeDerived = (tag: string) => tag.replace(/\.\d+"$/, '"');

/** Tags of a header as they were sent. A proxy that compresses weakens them, or names its encoding at the end. */
export const readTags = (header: string): string[] =>
  header.split(',').map((tag) => tag.trim().replace(/^W\/|[-;]+(?:gzip|br|zstd|deflate)(?="$)/g, ''));

export function checkMatch(ifMatch: string | undefined, current: string): void {
  if (
    ifMatch === undefined ||
    ifMatch.trim() === '*' ||
    readTags(ifMatch).map(removeDerived).includes(removeDerived(current))
  )
    return;
  throw new AppError('PRECONDITION_FAILED', 'This was changed by somebody else in the meantime');
}
