import { expect, test } from 'vitest';
import { type Slot, slotsOf } from './windowed-lines.ts';

const lines = (indexes: number[], gap: number) =>
  indexes.map((index) => ({ index, start: index * (50 + gap), end: index * (50 + gap) + 50 }));
const total = (count: number, gap: number) => count * (50 + gap) - gap;

/** How high the slots are when they stand one below the other. */
const heightOf = (slots: Slot[], gap: number) =>
  slots.reduce((sum, slot) => sum + ('space' in slot ? slot.space : 50), 0) + (slots.length - 1) * gap;

test('lines that are all there need no room', () => {
  expect(slotsOf(lines([0, 1, 2], 12), total(3, 12), 12)).toEqual([{ index: 0 }, { index: 1 }, { index: 2 }]);
});

test('an empty list is nothing', () => {
  expect(slotsOf([], 0, 0)).toEqual([]);
});

test.each([0, 12])('keeps the height of the whole list, with %i between its lines', (gap) => {
  for (const shown of [
    [0, 1],
    [4, 5, 6],
    [98, 99],
    [2, 50, 51],
    [0, 99],
  ]) {
    const slots = slotsOf(lines(shown, gap), total(100, gap), gap);
    expect(heightOf(slots, gap), shown.join()).toBe(total(100, gap));
    expect(slots.flatMap((slot) => ('index' in slot ? [slot.index] : []))).toEqual(shown);
  }
});

test('a line far off, which has the focus, stands at its own place', () => {
  expect(slotsOf(lines([1, 8], 0), total(10, 0), 0)).toEqual([
    { space: 50, after: -1 },
    { index: 1 },
    { space: 300, after: 1 },
    { index: 8 },
    { space: 50, after: 8 },
  ]);
});
