import { expect, test } from 'vitest';
import { postText, truncate } from './text.ts';

test('keeps the text and drops the markup', () => {
  const html =
    '<h2>Two prizes</h2><p>Bread &amp; cakes, <a href="/x" rel="noopener">un<b>be</b>aten</a>.<br>Well\ndone</p><img src="/a.webp" alt="">';

  expect(postText(html)).toBe('Two prizes Bread & cakes, unbeaten. Well done');
});

test('keeps escaped markup as text', () => {
  expect(postText('<p>1 &lt; 2 and &amp;lt; is a sign</p>')).toBe('1 < 2 and &lt; is a sign');
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
