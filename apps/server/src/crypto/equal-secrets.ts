import { createHash, timingSafeEqual } from 'node:crypto';

const digestText = (text: string) => createHash('sha256').update(text).digest();

/** Takes the same time wherever the texts differ. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digestText(given), digestText(expected));
