import { expect, test } from 'vitest';
import { browserFloors, toBuildTargets } from '../../browser-floors.ts';
import { findTooNewCode } from './too-new.ts';
import { findTooNewStyles } from './too-new-styles.ts';

const { publicSite, office } = browserFloors;

test.each([
  ['[1].toReversed()', 'Array.toReversed'],
  ['rows.toSorted()', 'Array.toSorted'],
  ['list.findLast(Boolean)', 'Array.findLast'],
  ['URL.canParse(text)', 'URL.canParse'],
  ['AbortSignal.any([one, other])', 'AbortSignal.any'],
  ['AbortSignal.timeout(1)', 'AbortSignal.timeout'],
  ['text.isWellFormed()', 'String.isWellFormed'],
  ['new Intl.Segmenter("en")', 'Intl.Segmenter'],
  ['Map.groupBy(items, read)', 'Map.groupBy'],
  ['form.requestSubmit()', 'HTMLFormElement.requestSubmit'],
  ['new OffscreenCanvas(1, 1)', 'OffscreenCanvas'],
  ['class A { static { go() } }', 'class static block'],
  ['/(?<=a)b/', 'lookbehind'],
  ['class A { field = make(1) }', 'class field with parentheses'],
])('%s is too new for visitors', (code, name) => {
  expect(findTooNewCode(code, publicSite)).toContain(name);
});

test('syntax after the language version of the floor is too new', () => {
  expect(findTooNewCode('/[a--b]/v', office)).toEqual([expect.stringMatching(/^syntax: /)]);
});

test.each([
  'items.at(-1)',
  'Object.hasOwn(values, name)',
  'crypto.randomUUID()',
  'URL.canParse?.(text)',
  'typeof URL.canParse',
  "if ('any' in AbortSignal) AbortSignal.any([one])",
  "'Segmenter' in Intl ? new Intl.Segmenter('en') : 0",
  "() => { if (!('OffscreenCanvas' in self)) return; use(new OffscreenCanvas(1, 1)) }",
  'this.build.check(values)',
])('%s is fine for visitors', (code) => {
  expect(findTooNewCode(code, publicSite)).toEqual([]);
});

test('the office may have class fields with parentheses', () => {
  expect(findTooNewCode('class A { field = make(1) }', office)).toEqual([]);
});

test('the office has newer browsers than the public site', () => {
  const code = 'list.findLast(Boolean); AbortSignal.any([one]); list.toReversed()';
  expect(findTooNewCode(code, office)).toEqual(['AbortSignal.any', 'Array.toReversed']);
});

test.each([
  ['a{max-height:calc(100dvh - 4rem)}', 'dvh'],
  ['a{color:oklch(0.5 0 0)}', 'oklch()'],
  ['a{color:color-mix(in srgb,red,blue)}', 'color-mix()'],
  ['a{translate:1px 2px}', 'translate'],
  ['a{grid-template-rows:subgrid}', 'grid-template-rows: subgrid'],
  ['a:has(b){color:red}', ':has'],
  ['@container (width>1px){a{color:red}}', '@container'],
  ['@media (width>=1px){a{color:red}}', '@media (width < …)'],
  ['a{&:hover{color:red}}', 'nesting'],
  ['a{width:1cqw}', 'cqw'],
])('%s is dropped by old browsers', (css, name) => {
  expect(findTooNewStyles(css, publicSite)).toContain(name);
});

test.each([
  'a{height:100vh;height:100dvh}',
  '@supports (height:1dvh){a{height:1dvh}}',
  'a{inset:0;aspect-ratio:16/9;gap:1px}',
  '.has-\\[\\&\\:has\\(b\\)\\]{color:red}',
])('%s is fine in old browsers', (css) => {
  expect(findTooNewStyles(css, publicSite)).toEqual([]);
});

test('the build lowers syntax and styles to the floor', () => {
  expect(toBuildTargets(publicSite)).toEqual({
    target: ['chrome99', 'safari16', 'ios16', 'firefox102'],
    cssTarget: ['chrome99', 'safari15.4', 'ios15.4', 'firefox102'],
  });
});
