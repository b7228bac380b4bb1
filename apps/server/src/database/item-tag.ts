import { createHash } from 'node:crypto';
import { AppError } from '../errors.ts';

/**
 * Makes a strong ETag: equal for every encoding, different after every change. `derived` stands for values that are
 * shown with the item but change without it, such as taken seats. `checkIfMatchTag` ignores that part.
 */
export const makeItemTag = (
  type: string,
  { id, version }: { id: number; version: number },
  derived?: number,
) => `"${type}-${id}-${version}${derived === undefined ? '' : `.${derived}`}"`;

/** Makes the number for `derived` from the shown values. */
export const hashShownValues = (shown: unknown): number =>
  createHash('sha256').update(JSON.stringify(shown)).digest().readUInt32BE();

/**
 * Adds digits to the derived part of a tag, for an item that is shown with more derived values. The tag must have
 * that part already.
 */
export const extendDerivedTagPart = (tag: string, digits: string): string => tag.replace(/"$/, `${digits}"`);

const removeDerivedTagPart = (tag: string) => tag.replace(/\.\d+"$/, '"');

/**
 * Reads the tags of a header as we sent them. A proxy that compresses makes a tag weak, or adds the name of its
 * encoding at the end.
 */
export const readTagsOfHeader = (header: string): string[] =>
  header.split(',').map((tag) => tag.trim().replace(/^W\/|[-;]+(?:gzip|br|zstd|deflate)(?="$)/g, ''));

export function checkIfMatchTag(ifMatch: string | undefined, current: string): void {
  if (
    ifMatch === undefined ||
    ifMatch.trim() === '*' ||
    readTagsOfHeader(ifMatch).map(removeDerivedTagPart).includes(removeDerivedTagPart(current))
  )
    return;
  throw new AppError('PRECONDITION_FAILED', 'This was changed by somebody else in the meantime');
}
