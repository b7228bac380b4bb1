import { expect, test } from 'vitest';
import { toHtmlLists } from './pasted-lists.ts';

test.each([
  [
    'Bring:\n• Tea\n• Sugar & <milk>\n\nThank you',
    '<p>Bring:</p><ul><li>Tea</li><li>Sugar &amp; &lt;milk&gt;</li></ul><p>Thank you</p>',
  ],
  ['•Tea\r\n  ◦ Sugar', '<ul><li>Tea</li><li>Sugar</li></ul>'],
])('the lines of a list in %j become one', (text, html) => {
  expect(toHtmlLists(text)).toBe(html);
});

test.each(['Tea • Sugar', '- Tea', 'Dial *165*3#', '•', ''])('%j has no list', (text) => {
  expect(toHtmlLists(text)).toBeUndefined();
});
