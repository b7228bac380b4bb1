import { expect, test } from 'vitest';
import { parseInertHtml } from '../ui/trusted-html.ts';
import { parseStoredHtml } from './editor-extensions.ts';
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
  const [list, ...others] = parseStoredHtml(listHtml(html)).content ?? [];
  expect([list?.type, list?.attrs?.type, list?.content?.length, others]).toEqual(['orderedList', 'I', 2, []]);
  expect(list?.content?.[0]?.content?.map(({ type }) => type)).toEqual(['paragraph', 'bulletList']);
});

/** The words of each block of a paste, and the lists in it as their numbers show them. */
function readShown(html: string): string[] {
  const page = parseInertHtml(html.replace(/<!\[.*?\]>/g, ''));
  makeLists(page);
  const shown: string[] = [];
  const read = (block: Element, above: string) => {
    let number = Number(block.getAttribute('start') ?? 1) - 1;
    for (const item of block.children) {
      number += 1;
      const words = [...item.childNodes].filter(
        (node) => !(node instanceof Element && node.matches('ul, ol, p')),
      );
      const mark = block.localName === 'ul' ? '•' : `${above}${number}${block.getAttribute('type') ?? ''}`;
      shown.push(
        `${mark} ${words
          .map(({ textContent }) => textContent)
          .join('')
          .trim()}`,
      );
      for (const inner of item.children) {
        if (inner.matches('ul, ol')) read(inner, `${above}${number}.`);
        else if (inner.matches('p')) shown.push(`> ${inner.textContent}`);
      }
    }
  };
  for (const block of page.body.children) {
    if (block.matches('ul, ol')) read(block, '');
    else shown.push(block.textContent);
  }
  return shown;
}

test('numbers of several parts stay those of their places', () => {
  const rules = [
    line('1.', 'Fees'),
    line('1.1', 'Pay-early', 2),
    line('1.2', 'Bring-slip', 2),
    line('2.', 'Uniform'),
    line('2.1', 'White', 2),
    line('2.2', 'Black', 2),
    line('2.3', 'Shoes', 2),
    line('2.3.1', 'Laces', 3),
    line('3.', 'Bus'),
    line('3.1.', 'Gate', 2),
  ];
  const expected = ['1 Fees', '1.1 Pay-early', '1.2 Bring-slip', '2 Uniform', '2.1 White', '2.2 Black'];
  expect(readShown(rules.join(''))).toEqual([...expected, '2.3 Shoes', '2.3.1 Laces', '3 Bus', '3.1 Gate']);
  // Of a page saved by Word, where the number alone says the level
  expect(
    readShown([plainLine('1.', 'Fees'), plainLine('1.1', 'Early'), plainLine('2.', 'Bus')].join('')),
  ).toEqual(['1 Fees', '1.1 Early', '2 Bus']);
});

test.each([
  [
    'a part of a document',
    [line('4.7', 'Late-fees', 2), line('4.8', 'Refunds', 2)],
    ['4.7 Late-fees', '4.8 Refunds'],
  ],
  [
    'a part below another item',
    [line('3.', 'Bus'), line('4.7', 'Late-fees', 2), line('4.', 'Fees'), line('4.7', 'Late-fees', 2)],
    ['3 Bus', '4.7 Late-fees', '4 Fees', '4.7 Late-fees'],
  ],
  ['a part of one level', [line('2.1', 'One'), line('2.2', 'Two')], ['2.1 One', '2.2 Two']],
])('the numbers of %s can still be read', (_, lines, shown) => {
  expect(readShown(lines.join(''))).toEqual(shown);
});

test.each([
  ['numbers that leave some out', ['1.', '2.', '5.', '6)'], ['1 x', '2 x', '5 x', '6 x']],
  ['two lists, one after the other', ['1.', '2.', '1.', '2.'], ['1 x', '2 x', '1 x', '2 x']],
  ['another kind of numbers', ['1.', 'b.', 'c.'], ['1 x', '2a x', '3a x']],
  ['the ninth letter', ['g)', 'h)', 'i)', 'j)'], ['7a x', '8a x', '9a x', '10a x']],
  ['letters after the last one', ['z.', 'aa.', 'bb.'], ['26a x', '27a x', '28a x']],
  ['high Roman numbers', ['xxxix.', 'xl.', 'xli.'], ['39i x', '40i x', '41i x']],
  ['numbers without a full stop', ['1', '2'], ['1 x', '2 x']],
  ['numbers that begin with nought', ['01.', '02.'], ['1 x', '2 x']],
])('%s are shown as Word shows them', (_, marks, shown) => {
  const lines = marks.map((mark) => line(mark, 'x').replaceAll('font-family:Symbol', ''));
  expect(readShown(lines.join(''))).toEqual(shown);
});

test.each(['Step 2:', 'Article 1', 'Week 3', 'No.', 'Fig.', '第一', 'а)', '1/', '2026.', '1-A', '①', 'Q1.'])(
  'the mark %s, which no list shows, stays in the words',
  (mark) => {
    expect(readShown(line('1.', 'One') + line(mark, 'Two') + line('2.', 'Three'))).toEqual([
      '1 One',
      `${mark} Two`,
      '2 Three',
    ]);
    // Below an item it stays in it, and the numbers go on
    expect(readShown(line('1.', 'One') + line(mark, 'Two', 2) + line('2.', 'Three'))).toEqual([
      '1 One',
      `> ${mark} Two`,
      '2 Three',
    ]);
  },
);

test('marks of several kinds, one after the other, keep their words and numbers', () => {
  const marks = [line('(a)', 'One'), line('(b)', 'Two'), line('(iv)', 'Four', 2), line('Article 1', 'X')];
  const others = [line('Step 2:', 'Y'), line('1)', 'Z'), line('第一', 'W'), line('01.', 'V')];
  expect(readShown([...marks, ...others].join(''))).toEqual([
    '1a One',
    '2a Two',
    '2.4i Four',
    'Article 1 X',
    'Step 2: Y',
    '1 Z',
    '第一 W',
    '1 V',
  ]);
});

test('a numbered heading has no number in its words, but keeps a mark of words', () => {
  const heading = (mark: string) =>
    `<h1 style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${mark}${space}</span><![endif]>Fees</h1>`;
  expect(readShown(heading('1.') + heading('2.1') + heading('IV.') + heading('Part 3:'))).toEqual([
    'Fees',
    'Fees',
    'Fees',
    'Part 3: Fees',
  ]);
});
