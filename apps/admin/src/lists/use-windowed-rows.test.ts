import { expect, test } from 'vitest';
import { type Slot, toSlots } from './use-windowed-rows.ts';

const rows = (indexes: number[], gap: number) =>
  indexes.map((index) => ({ index, start: index * (50 + gap), end: index * (50 + gap) + 50 }));
const total = (count: number, gap: number) => count * (50 + gap) - gap;

const heightOf = (slots: Slot[], gap: number) =>
  slots.reduce((sum, slot) => sum + ('space' in slot ? slot.space : 50), 0) + (slots.length - 1) * gap;

test('leaves no space around rows that are all rendered', () => {
  expect(toSlots(rows([0, 1, 2], 12), total(3, 12), 12)).toEqual([{ index: 0 }, { index: 1 }, { index: 2 }]);
});

test('renders nothing for an empty list', () => {
  expect(toSlots([], 0, 0)).toEqual([]);
});

test.each([0, 12])('keeps the height of the whole list, with %i pixels between its rows', (gap) => {
  for (const shown of [
    [0, 1],
    [4, 5, 6],
    [98, 99],
    [2, 50, 51],
    [0, 99],
  ]) {
    const slots = toSlots(rows(shown, gap), total(100, gap), gap);
    expect(heightOf(slots, gap), shown.join()).toBe(total(100, gap));
    expect(slots.flatMap((slot) => ('index' in slot ? [slot.index] : []))).toEqual(shown);
  }
});

test('keeps a focused row that is out of view at its own place', () => {
  expect(toSlots(rows([1, 8], 0), total(10, 0), 0)).toEqual([
    { space: 50, after: -1 },
    { index: 1 },
    { space: 300, after: 1 },
    { index: 8 },
    { space: 50, after: 8 },
  ]);
});
