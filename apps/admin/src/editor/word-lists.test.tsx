import { expect, test } from 'vitest';
import { parseInertHtml } from '../ui/trusted-html.ts';
import { readParts } from './editor-extensions.ts';
import { makeLists } from './word-lists.ts';

const space = '<span style=\'font:7.0pt "Times New Roman"\'>&nbsp;&nbsp;&nbsp; </span>';
const line = (mark: string, words: string, level = 1) =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}${space}</span></span><![endif]>${words}</p>`;
/** Of a page saved by Word, and of Outlook. */
const plainLine = (mark: string, words: string) =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt'><span style='font-family:Wingdings'>${mark}${space}</span>${words}</p>`;
const webLine = (list: string, item: string, words: string) =>
  `<div class="ListContainerWrapper"><${list}><li ${item}><p class="Paragraph"><span class="TextRun">${words}</span></p></li></${list.split(' ')[0]}></div>`;

function listHtml(html: string): string {
  const page = parseInertHtml(html);
  makeLists(page);
  return page.body.innerHTML;
}
const clean = (html: string) => listHtml(html).replace(/<\/?(?:span|p)[^>]*>|<!--.*?-->|\n/g, '');

test.each([
  ['·', 'ul'],
  ['o', 'ul'],
  ['§', 'ul'],
  ['\uf0b7', 'ul'],
  ['ü', 'ul'],
  ['1.', 'ol'],
  ['1)', 'ol'],
  ['a.', 'ol type="a"'],
  ['A)', 'ol type="A"'],
  ['(i)', 'ol type="i"'],
  ['I.', 'ol type="I"'],
])('the mark %s of Word goes from the words, with and without its own style', (mark, list) => {
  const wanted = `<${list}><li>One</li><li>Two</li></${list.split(' ')[0]}>`;
  expect(clean(line(mark, 'One') + line(mark, 'Two'))).toBe(wanted);
  expect(clean(plainLine(mark, 'One') + plainLine(mark, 'Two'))).toBe(wanted);
});

test('lists within lists keep their levels and kinds', () => {
  expect(
    clean(
      line('1.', 'One') +
        line('a.', 'Tea', 2) +
        line('b.', 'Milk', 2) +
        line('i.', 'Hot', 3) +
        line('2.', 'Two'),
    ),
  ).toBe(
    '<ol><li>One<ol type="a"><li>Tea</li><li>Milk<ol type="i"><li>Hot</li></ol></li></ol></li><li>Two</li></ol>',
  );
});

test('the numbers go on after a paragraph, which is none of the list', () => {
  const between = '<p class=MsoListParagraph>Bring a pen.</p>';
  expect(clean(`${line('1.', 'One')}${between}${line('2.', 'Two')}`)).toBe(
    '<ol><li>One</li></ol>Bring a pen.<ol start="2"><li>Two</li></ol>',
  );
  expect(clean(`${line('b)', 'Two')}`)).toBe('<ol type="a" start="2"><li>Two</li></ol>');
  expect(clean(`${line('iv.', 'Four')}`)).toBe('<ol type="i" start="4"><li>Four</li></ol>');
});

test('a paragraph that begins with a number or a letter keeps it', () => {
  const html = '<p class=MsoNormal>1.  Of May</p><p class=MsoListParagraph>A. Okello teaches</p>';
  expect(clean(html)).toBe('1.  Of MayA. Okello teaches');
});

test('the lists of Word on the web become one', () => {
  const html =
    webLine('ol start="1"', 'data-aria-level="1"', 'One') +
    webLine('ul', 'data-aria-level="2"', 'Tea') +
    webLine('ol start="2"', 'data-aria-level="1"', 'Two') +
    webLine('ol start="3" style="list-style-type: lower-roman"', 'data-aria-level="1"', 'Three');
  expect(clean(`<div class="OutlineElement">${html}</div>`)).toBe(
    '<div class="OutlineElement"><ol><li>One<ul><li>Tea</li></ul></li><li>Two</li><li>Three</li></ol></div>',
  );
});

test('an inner list of Google Docs stands in its item', () => {
  const html =
    '<ol><li dir="ltr" style="list-style-type:upper-roman" aria-level="1">One</li><ul><li aria-level="2">Tea</li></ul><li>Two</li></ol>';
  const [list, ...others] = readParts(listHtml(html)).content ?? [];
  expect([list?.type, list?.attrs?.type, list?.content?.length, others]).toEqual(['orderedList', 'I', 2, []]);
  expect(list?.content?.[0]?.content?.map(({ type }) => type)).toEqual(['paragraph', 'bulletList']);
});
