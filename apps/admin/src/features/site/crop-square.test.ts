import { expect, test } from 'vitest';
import { computeCropArea } from './crop-square.ts';

const wide = { width: 900, height: 300 };
const high = { width: 300, height: 900 };

test('the square is as large as the picture lets it be, and stays within it', () => {
  expect(computeCropArea(wide, { zoom: 1, x: 0.5, y: 0.5 })).toEqual({ left: 300, top: 0, side: 300 });
  expect(computeCropArea(wide, { zoom: 1, x: 1, y: 1 })).toEqual({ left: 600, top: 0, side: 300 });
  expect(computeCropArea(wide, { zoom: 2, x: 0, y: 1 })).toEqual({ left: 0, top: 150, side: 150 });
  expect(computeCropArea(high, { zoom: 1, x: 1, y: 1 })).toEqual({ left: 0, top: 600, side: 300 });
});
