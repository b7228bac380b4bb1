import { expect, test } from 'vitest';
import { fitUploadSize } from './shrink-image.ts';

test.each([
  [
    { width: 4000, height: 3000 },
    { width: 1600, height: 1200 },
  ],
  [
    { width: 3000, height: 4000 },
    { width: 1200, height: 1600 },
  ],
  [
    { width: 1601, height: 10 },
    { width: 1600, height: 10 },
  ],
  [
    { width: 9000, height: 1 },
    { width: 1600, height: 1 },
  ],
  [
    { width: 1600, height: 1600 },
    { width: 1600, height: 1600 },
  ],
  [
    { width: 20, height: 10 },
    { width: 20, height: 10 },
  ],
])('%o is sent as %o', (image, sent) => {
  expect(fitUploadSize(image)).toEqual(sent);
});
