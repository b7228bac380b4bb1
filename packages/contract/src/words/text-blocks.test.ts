import { expect, test } from 'vitest';
import { parseTextBlocks, printTextBlocks, removeBlockMarks } from './text-blocks.ts';

test('a text without marks is one block, with its line breaks and empty lines', () => {
  const text =
    'Skin care, hair.\nFrom the second week.\n\n\n•  A kit\n  * 20% off: **now**, a - b, 1) c, # d, ### e';
  expect(parseTextBlocks(text)).toEqual([{ kind: 'text', text }]);
  expect(printTextBlocks(parseTextBlocks(text))).toBe(text);
});

test.each([
  ['a heading', '## You will learn', [{ kind: 'heading', text: 'You will learn' }]],
  [
    'a list below a line of words',
    'You will learn:\n- Cutting\n-   Sewing \nBring a hat.',
    [
      { kind: 'text', text: 'You will learn:' },
      { kind: 'list', first: null, items: ['Cutting', 'Sewing'] },
      { kind: 'text', text: 'Bring a hat.' },
    ],
  ],
  [
    'a list with empty lines and longer items',
    '- Cutting,\n  also leather\n\n- Sewing',
    [{ kind: 'list', first: null, items: ['Cutting,\nalso leather', 'Sewing'] }],
  ],
  [
    'a numbered list that stops and goes on',
    '1. Measure\n2. Cut\nRest.\n3. Sew\n1. Sell',
    [
      { kind: 'list', first: 1, items: ['Measure', 'Cut'] },
      { kind: 'text', text: 'Rest.' },
      { kind: 'list', first: 3, items: ['Sew'] },
      { kind: 'list', first: 1, items: ['Sell'] },
    ],
  ],
  [
    'signs that are no marks',
    '-Cutting\n01. One\n0. None\n2026. A year\n1.5 kg\n##Title\n- \n##\n-5 degrees',
    [{ kind: 'text', text: '-Cutting\n01. One\n0. None\n2026. A year\n1.5 kg\n##Title\n- \n##\n-5 degrees' }],
  ],
  [
    'lines of Windows',
    'One\r\n- Two\r\n',
    [
      { kind: 'text', text: 'One' },
      { kind: 'list', first: null, items: ['Two'] },
    ],
  ],
])('reads %s', (_, text, blocks) => {
  expect(parseTextBlocks(text)).toEqual(blocks);
});

test('shows the lines without their marks', () => {
  expect(
    removeBlockMarks('Hair - all\n\n## You will learn\n- Cutting\n  also leather\n1. Sew\n-5\n• Old'),
  ).toBe('Hair - all\n\nYou will learn\n• Cutting\n  also leather\n1. Sew\n-5\n• Old');
});

const oddLines = [
  '',
  ' ',
  '## Heading',
  '##  Two  spaces ',
  '## - both',
  '##',
  '- item',
  '-  spaced ',
  '- ',
  '- - twice',
  '- 1. both',
  '  - indented',
  '   goes on',
  '\t',
  '1. one',
  '2. two',
  '3. three',
  '0. nought',
  '007. spy',
  '999. last',
  '1000. year',
  '• typed',
  '<b>bold</b> & <script>alert(1)</script>',
  '**stars** \\ `code`',
  'words\u2028of one line',
  '\u200b- hidden',
  '–\u00a0dash',
  'مرحبا',
];

/** A sequence that is the same in each run. */
function* makeNumbers(seed: number) {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    yield state >>> 8;
  }
}

test('what is printed reads as the same blocks, whatever the lines and their order', () => {
  const numbers = makeNumbers(7);
  const draw = (below: number) => Number(numbers.next().value) % below;
  for (let round = 0; round < 3000; round += 1) {
    const lines = Array.from({ length: 1 + draw(9) }, () => oddLines[draw(oddLines.length)] ?? '');
    const text = lines.join(['\n', '\r\n', '\n\n'][draw(3)]);
    const blocks = parseTextBlocks(text);
    const printed = printTextBlocks(blocks);
    expect(parseTextBlocks(printed), JSON.stringify(text)).toEqual(blocks);
    expect(printTextBlocks(parseTextBlocks(printed))).toBe(printed);
    const words = (whole: string) =>
      whole.replace(/^[ \t]*(?:##|-|\d+\.)[ \t]+(?=\S)/gm, '').replace(/[\s\d.]+/g, '');
    expect(words(printed), 'no word is lost').toBe(words(text));
  }
});
