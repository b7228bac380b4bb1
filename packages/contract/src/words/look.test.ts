import { expect, test } from 'vitest';
import { site } from '../api/public/site.ts';
import {
  chooseBrowserBarColour,
  chooseTextColourOn,
  darkenForPaper,
  defaultColors,
  makeLookTokens,
  measureContrast,
  writeLookStyle,
} from './look.ts';

/** Numbers in [0, 1), the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
const random = randomFrom(7);
const colour = () =>
  `#${Math.floor(random() * 0x1000000)
    .toString(16)
    .padStart(6, '0')}`;
const pairs = [
  { main: '#ffffff', accent: '#000000' },
  { main: '#ffd400', accent: '#2b1a6b' },
  { main: '#777777', accent: '#787878' },
  ...Array.from({ length: 500 }, () => ({ main: colour(), accent: colour() })),
];

test('every pair of colours gives texts with a contrast of 4.5 on all of their grounds', () => {
  for (const pair of pairs) {
    const of = makeLookTokens(pair);
    const grounds: [text: string | undefined, ground: string | undefined][] = [
      [of.green, '#fbf7ef'],
      [of.green, '#ffffff'],
      [of.green, '#efe4d0'],
      [of.green, of['green-soft']],
      [of.leaf, '#fbf7ef'],
      [of['on-green'], pair.main],
      [of['on-green'], of['green-deep']],
      [of['on-green-soft'], pair.main],
      [of['sun-on-green'], pair.main],
      [of['on-sun'], pair.accent],
      [of['on-sun'], of['sun-deep']],
      [of['sun-on-ink'], '#1d1b16'],
    ];
    for (const [text = '', ground = ''] of grounds) {
      expect(
        measureContrast(text, ground),
        `${text} on ${ground} of ${JSON.stringify(pair)}`,
      ).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test.each([
  ['#0f5a43', '#0f5a43'],
  ['#8f1d2e', '#8f1d2e'],
  ['#ffffff', '#666666'],
])('%s as text on paper is %s: only what cannot be read is darkened', (typed, text) => {
  expect(darkenForPaper(typed)).toBe(text);
});

test.each([
  ['#0f5a43', '#ffffff'],
  ['#f2a71b', '#1d1b16'],
  ['#ffffff', '#1d1b16'],
  ['#7a7a7a', '#000000'],
])('text on %s is %s', (ground, text) => {
  expect(chooseTextColourOn(ground)).toBe(text);
});

test('who chose nothing gets no rule and the bar of before; who chose gets both', () => {
  expect(writeLookStyle({ colors: defaultColors, pattern: 'shapes' })).toBe('');
  expect(chooseBrowserBarColour(defaultColors)).toBe('#fbf7ef');
  const colors = { main: '#8f1d2e', accent: '#0a7f80' };
  expect(writeLookStyle({ colors, pattern: 'shapes' })).toMatch(
    /--color-green-ground:#8f1d2e;.*\/pattern\/8f1d2e-0a7f80\/band\.svg/,
  );
  expect(chooseBrowserBarColour(colors)).toBe('#8f1d2e');
});

test('lines and dots need no file, and no pattern shows no band', () => {
  for (const pattern of ['lines', 'dots', 'none'] as const) {
    expect(writeLookStyle({ colors: { main: '#8f1d2e', accent: '#0a7f80' }, pattern })).not.toContain('url(');
  }
  expect(writeLookStyle({ colors: defaultColors, pattern: 'none' })).toContain('[data-band]{display:none}');
});

test('the rule of a page weighs less than 1 kB before compression', () => {
  for (const pattern of ['shapes', 'lines', 'dots', 'none'] as const) {
    expect(writeLookStyle({ colors: { main: '#8f1d2e', accent: '#0a7f80' }, pattern }).length).toBeLessThan(
      1000,
    );
  }
});

test('takes colours as #rrggbb only, and four patterns', () => {
  const { colors, pattern } = site.shape.institute.shape;
  expect(colors.parse(undefined)).toEqual(defaultColors);
  expect(pattern.parse(undefined)).toBe('shapes');
  expect(colors.parse({ main: '#8F1D2E', accent: '#0a7f80' }).main).toBe('#8f1d2e');
  for (const main of ['red', '#fff', '#12345g', '#1234567', ' #123456', '#123456;}', '']) {
    expect(colors.safeParse({ main, accent: '#000000' }).success, main).toBe(false);
  }
  expect(pattern.safeParse('stripes').success).toBe(false);
});
