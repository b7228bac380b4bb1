import { expect, test } from 'vitest';
import { inertHtml } from '../../ui/trusted-html.ts';
import { readParts } from './post-parts.ts';
import { tablesToLines } from './table-lines.ts';

const lines = (html: string) => (readParts(html).content ?? []).map(words);

function words({ text = '', content = [] }: ReturnType<typeof readParts>): string {
  return text + content.map(words).join('');
}

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

test.each([
  [
    'a table of a page',
    `<table><caption>Open day</caption><thead><tr><th>Time</th><th>What</th></tr></thead><tbody>${row('9:00', 'Welcome')}</tbody></table>`,
    ['Open day', 'Time: What', '9:00: Welcome'],
  ],
  [
    'a table of a word processor',
    `<table class=MsoTableGrid>${row('<p class=MsoNormal><b>Time 9:00<o:p></o:p></b></p>', '<p class=MsoNormal>Welcome</p><p class=MsoNormal>Tea</p>')}</table>`,
    ['Time 9:00: Welcome Tea'],
  ],
  [
    'a table of a spreadsheet',
    `<table><colgroup><col width=64></colgroup>${row('Baking:', '3 months', '', '<span>300,000</span>')}${row('', '')}</table>`,
    ['Baking: 3 months, 300,000'],
  ],
  ['a table of one column', `<table>${row('Baking')}${row('Sewing')}</table>`, ['Baking', 'Sewing']],
  [
    'a list in a cell',
    `<table>${row('Bring', '<ul><li>an apron</li><li>shoes<br>of leather</li></ul>')}</table>`,
    ['Bring: an apron shoes of leather'],
  ],
  [
    'a table that only places a text, and the table in it',
    `<table>${row(`<h2>News</h2><p>One</p><table>${row('Fee', 'Free')}</table><p>Two</p>`)}</table>`,
    ['News', 'One', 'Fee: Free', 'Two'],
  ],
])('%s becomes lines', (_, html, expected) => {
  expect(lines(`<p>Before</p>${html}<p>After</p>`)).toEqual(['Before', ...expected, 'After']);
});

test('bold and links of a cell stay', () => {
  const page = inertHtml(
    `<table>${row('<b>Fee</b>', '<p><a href="https://example.org/fees">300,000</a></p>')}</table>`,
  );
  tablesToLines(page);
  expect(page.body.innerHTML).toBe('<p><b>Fee</b>: <a href="https://example.org/fees">300,000</a></p>');
});
