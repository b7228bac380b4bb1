import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('./styles.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
);

function luminance(token: string) {
  const hex = tokens.get(token);
  if (!hex) throw new Error(`styles.css has no colour "${token}".`);
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const texts: [text: string, background: string][] = [
  ...['paper', 'card', 'sand'].flatMap((background): [string, string][] =>
    ['ink', 'muted', 'green', 'clay-deep'].map((text) => [text, background]),
  ),
  ...['green', 'green-deep', 'leaf', 'danger', 'clay-deep', 'sky', 'ink'].map(
    (background): [string, string] => ['white', background],
  ),
  ['on-green', 'green-ground'],
  ['on-green', 'green-deep'],
  ['on-green-soft', 'green-ground'],
  ['on-sun', 'sun'],
  ['on-sun', 'sun-deep'],
  ['sun-on-ink', 'ink'],
  ['success', 'success-soft'],
  ['ink', 'sun'],
  ['ink', 'sun-deep'],
  ['paper', 'ink'],
  ['sand', 'ink'],
  ['paper', 'green'],
  ['sun', 'ink'],
  ['ink', 'sun-soft'],
  ['leaf', 'paper'],
  ['leaf', 'card'],
  ['sky', 'card'],
  ['green', 'green-soft'],
  ['sun-ink', 'sun-soft'],
  ['clay-deep', 'clay-soft'],
  ['sky', 'sky-soft'],
  ['danger', 'paper'],
  ['danger', 'card'],
];

test.each(texts)('%s on %s can be read (4.5:1)', (text, background) => {
  expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5);
});

test.each(['paper', 'card', 'sand'])('outlines of controls are visible on %s (3:1)', (background) => {
  expect(contrast('edge', background)).toBeGreaterThanOrEqual(3);
});

test.each(['paper', 'card', 'sand', 'green', 'leaf', 'sun', 'clay', 'sky', 'ink'])(
  'the focus ring of ink and white is visible on %s (3:1)',
  (background) => {
    expect(Math.max(contrast('ink', background), contrast('white', background))).toBeGreaterThanOrEqual(3);
  },
);
