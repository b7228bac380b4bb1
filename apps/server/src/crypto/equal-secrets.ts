import { createHash, timingSafeEqual } from 'node:crypto';

const hashText = (text: string) => createHash('sha256').update(text).digest();

/** Compares in the same time wherever the texts differ. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(hashText(given), hashText(expected));
