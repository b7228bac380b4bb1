import { expect, test } from 'vitest';
import { parseInertHtml } from '../ui/trusted-html.ts';
import { parseStoredHtml } from './editor-extensions.ts';
import { unwrapLayoutTables } from './layout-tables.ts';

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

function unwrap(html: string): string {
  const page = parseInertHtml(html);
  unwrapLayoutTables(page);
  return page.body.innerHTML;
}

/** The words of each block, and of each row of a table. */
function readPasted(html: string): (string | string[][])[] {
  type Part = ReturnType<typeof parseStoredHtml>;
  const words = ({ text = '', content = [] }: Part): string => text + content.map(words).join('');
  return (parseStoredHtml(unwrap(html)).content ?? []).map((part) =>
    part.type === 'table' ? (part.content ?? []).map(({ content = [] }) => content.map(words)) : words(part),
  );
}

test.each([
  [
    'a table of a page',
    `<table><caption>Open day</caption><thead><tr><th>Time</th><th>What</th></tr></thead><tbody>${row('9:00', 'Welcome')}</tbody></table>`,
    [
      'Open day',
      [
        ['Time', 'What'],
        ['9:00', 'Welcome'],
      ],
    ],
  ],
  [
    'a table of a word processor',
    `<table class=MsoTableGrid>${row('<p class=MsoNormal><b>Time 9:00<o:p></o:p></b></p>', '<p class=MsoNormal>Welcome</p><p class=MsoNormal>Tea</p>')}</table>`,
    [[['Time 9:00', 'WelcomeTea']]],
  ],
  [
    'a table of a spreadsheet',
    `<table><colgroup><col width=64></colgroup>${row('Baking', '3 months', '', '<span>300,000</span>')}${row('', '')}</table>`,
    [[['Baking', '3 months', '', '300,000']]],
  ],
  ['a table of one column', `<table>${row('Baking')}${row('Sewing')}</table>`, ['Baking', 'Sewing']],
  [
    'a table that only places a text, and the table in it',
    `<table>${row(`<h2>News</h2><p>One</p><table>${row('Fee', 'Free')}</table><p>Two</p>`)}</table>`,
    ['News', 'One', [['Fee', 'Free']], 'Two'],
  ],
])('pasted: %s', (_, html, expected) => {
  expect(readPasted(`<p>Before</p>${html}<p>After</p>`)).toEqual(['Before', ...expected, 'After']);
});

test('bold and links of a cell stay', () => {
  const cells = row('<b>Fee</b>', '<a href="https://example.org/fees">300,000</a>');
  const page = parseInertHtml(unwrap(`<table>${cells}</table>`));
  expect([...page.querySelectorAll('td b, td a')].map((found) => found.textContent)).toEqual([
    'Fee',
    '300,000',
  ]);
});
