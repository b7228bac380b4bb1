import { expect, test } from 'vitest';
import { isAnimated } from './animation.ts';

const png = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR1234567890123CRC!';

/** Files of 2 × 2 pixels that an encoder made, or their first bytes. */
const files = {
  'a GIF of two pictures': atob(
    'R0lGODlhAgACAIAAAExpcf8AACH5BAUAAAAALAAAAAACAAIAAAICjFMAIfkEBQAAAAAsAAAAAAIAAgCATGlxAAD/AgKMUwA7',
  ),
  'a GIF': atob('R0lGODlhAgACAIAAAExpcf8AACH5BAUAAAAALAAAAAACAAIAAAICjFMAOw=='),
  'a WebP of two pictures': atob(
    'UklGRsIAAABXRUJQVlA4WAoAAAACAAAAAQAAAQAAQU5JTQYAAAD/////AQBBTk1GSAAAAAAAAAAAAAEAAAEAAGQAAAJWUDgg',
  ),
  'a WebP': atob('UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoCAAIAAUAmJaACdLoB+AADsAD+8ut//NgVzXPv9//S4PBY'),
  'a PNG of two pictures': `${png}\0\0\0\x08acTL12345678CRC!\0\0\0\x01IDAT`,
  'a PNG': `${png}\0\0\0\x01IDATacTL`,
  'an AVIF sequence': '\0\0\0 ftypavis',
  'an AVIF': '\0\0\0 ftypavif',
  'a JPEG': '\xff\xd8\xff\xe0',
};

test.each([
  ['a GIF of two pictures', true],
  ['a GIF', false],
  ['a WebP of two pictures', true],
  ['a WebP', false],
  ['a PNG of two pictures', true],
  ['a PNG', false],
  ['an AVIF sequence', true],
  ['an AVIF', false],
  ['a JPEG', false],
] as const)('%s moves: %s', async (name, moves) => {
  const bytes = Uint8Array.from(files[name], (letter) => letter.charCodeAt(0));
  expect(await isAnimated(new Blob([bytes]))).toBe(moves);
});
