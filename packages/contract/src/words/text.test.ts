import { expect, test, vi } from 'vitest';
import { siteSettings } from '../api/public/site.ts';
import { describeFault, fillTemplate, joinSentences, readPostText, toAcronym, truncate } from './text.ts';

test('keeps the text and drops the markup', () => {
  const html =
    '<h2>Two prizes</h2><p>Bread &amp; cakes, <a href="/x" rel="noopener">un<b>be</b>aten</a>.<br>Well\ndone</p><img src="/a.webp" alt="">';

  expect(readPostText(html)).toBe('Two prizes Bread & cakes, unbeaten. Well done');
});

test('keeps the words of lists and cells apart', () => {
  const list = '<ul><li>Bread</li><li>Cake</li></ul>';
  const table = '<table><tbody><tr><th>Time</th><td>9:00</td></tr></tbody></table>';

  expect(readPostText(list + table)).toBe('Bread Cake Time 9:00');
});

test('leaves out words that are struck out', () => {
  const html =
    '<p>Fees: <del>900,000</del><ins>800,000</ins> <s title="old"><b>a year</b></s>a term</p><small>S</small>';

  expect(readPostText(html)).toBe('Fees: 800,000 a term S');
});

test('keeps escaped markup as text', () => {
  expect(readPostText('<p>1 &lt; 2 and &amp;lt; is a sign</p>')).toBe('1 < 2 and &lt; is a sign');
});

test.each([
  ['a short text', 'Café', 4, 'Café'],
  ['letters', 'Mañana – “cooking”', 8, 'Mañana –...'],
  ['an accent of its own', 'Cafe\u0301 open', 4, 'Cafe\u0301...'],
  ['an emoji of several signs', '👩‍🍳👩‍🍳👩‍🍳', 2, '👩‍🍳👩‍🍳...'],
  ['two signs that end a line', 'one\r\ntwo', 4, 'one\r\n...'],
])('cuts %s after the characters that a person counts', (_, text, length, cut) => {
  expect(truncate(text, length)).toBe(cut);
});

test.each([
  [
    'Hair.\n\nYou will learn\n• Breads, samosas\n• Cakes\n\nBring an apron.',
    'Hair. You will learn: Breads, samosas; Cakes. Bring an apron.',
  ],
  ['- One\n- Two', 'One; Two'],
  ['You need:\n* a pen', 'You need: a pen'],
  ['Mon – Fri', 'Mon – Fri'],
  [
    'Hair\n\n## You will learn\n\n- Breads,\n  samosas\n- Cakes\n\n## To begin\nCall us',
    'Hair. You will learn: Breads, samosas; Cakes. To begin: Call us',
  ],
  ['Four steps:\n1. Measure\n2. Cut', 'Four steps: Measure; Cut'],
  ['', ''],
])('runs the lines of %j together', (text, whole) => {
  expect(joinSentences(text)).toBe(whole);
});

test('fills a template with name, program and reference, and leaves other braces alone', () => {
  const values = { name: 'Ann $& {program}', program: 'Tailoring', reference: 'REG-2026-000001' };
  expect(fillTemplate('Hello {name}: {program}, {reference} {x}', values)).toBe(
    'Hello Ann $& {program}: Tailoring, REG-2026-000001 {x}',
  );
});

test.each([
  ['Kampala Vocational Institute', 'KVI'],
  ['Institute of Arts & Crafts (Jinja)', 'IACJ'],
  ['kampala arts', 'KA'],
  ['', ''],
])('shortens %j to %j', (name, short) => {
  expect(toAcronym(name)).toBe(short);
});

const { messageTemplates } = siteSettings.shape;
const refusal = (text: string) =>
  messageTemplates.safeParse([{ title: 'Documents', text }]).error?.issues.map(({ message }) => message);

test('refuses a placeholder that does not exist, a text that is too long, and too many templates', () => {
  expect(refusal('Hello {name}')).toBeUndefined();
  expect(refusal('Hello {firstName}')).toEqual([
    'Nothing replaces {firstName}: write {name}, {program} or {reference}',
  ]);
  expect(refusal('x'.repeat(1001))).toEqual(['At most 1,000 characters']);
  const many = Array.from({ length: 21 }, () => ({ title: 'Documents', text: 'Hello' }));
  expect(messageTemplates.safeParse(many).success).toBe(false);
});

test('a browser without a segmenter cuts a text too, between whole signs', () => {
  vi.stubGlobal('Intl', {});
  expect(truncate('ŋŋ🙂🙂', 3)).toBe('ŋŋ🙂...');
  expect(truncate('🙂🙂', 2)).toBe('🙂🙂');
  vi.unstubAllGlobals();
});

test.each([
  [{ path: 'slides.0.imageAlt', message: 'Too long' }, 'Slides 1, image alt: Too long'],
  [{ path: 'institute.phones.11', message: 'Too long' }, 'Institute, phones 12: Too long'],
  [{ path: 'publishAt', message: 'Choose a time' }, 'Publish at: Choose a time'],
  [{ path: '', message: 'The two do not fit' }, 'The two do not fit'],
])('spells the fault %j as people read it', (fault, words) => {
  expect(describeFault(fault)).toBe(words);
});
