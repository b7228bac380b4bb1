import { expect, test } from 'vitest';
import { postText } from './text.ts';

test('keeps the text and drops the markup', () => {
  const html =
    '<h2>Two prizes</h2><p>Bread &amp; cakes, <a href="/x" rel="noopener">un<b>be</b>aten</a>.<br>Well\ndone</p><img src="/a.webp" alt="">';

  expect(postText(html)).toBe('Two prizes Bread & cakes, unbeaten. Well done');
});

test('keeps escaped markup as text', () => {
  expect(postText('<p>1 &lt; 2 and &amp;lt; is a sign</p>')).toBe('1 < 2 and &lt; is a sign');
});
