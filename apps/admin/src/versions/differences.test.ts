import { formatLocalMoney } from '@institute/contract/money';
import { expect, test } from 'vitest';
import { findDifferences } from './differences.ts';

test('names the fields that differ with their labels', () => {
  expect(
    findDifferences(
      { title: 'Title', isActive: 'Active', maxParticipants: 'Most People', category: 'Category' },
      { title: 'Mine', isActive: true, maxParticipants: null, category: 'news' },
      { title: 'Theirs', isActive: false, maxParticipants: 12, category: 'news' },
    ),
  ).toEqual([
    { name: 'title', label: 'Title', one: 'Mine', two: 'Theirs' },
    { name: 'isActive', label: 'Active', one: 'Yes', two: 'No' },
    { name: 'maxParticipants', label: 'Most People', one: '', two: '12' },
  ]);
});

test('equal and empty values are no difference', () => {
  expect(
    findDifferences(
      { a: 'A', b: 'B', c: 'C', d: 'D' },
      { a: '', b: [1], c: 'x' },
      { b: [1], c: 'x', d: undefined },
    ),
  ).toEqual([]);
});

test('times are shown in Kampala time', () => {
  expect(
    findDifferences(
      { publishAt: 'Publish at' },
      { publishAt: '2026-11-12T11:05:00.000Z' },
      { publishAt: null },
    ),
  ).toEqual([{ name: 'publishAt', label: 'Publish at', one: '12 Nov 2026, 14:05', two: '' }]);
});

test('a post is shown as lines of text, with its images, videos and links', () => {
  const html =
    '<h2>Open day</h2><p>Come &amp; <strong>see</strong> <a href="/news" rel="x">the news</a>.</p>' +
    '<ul><li><p>Tea</p></li><li>Cake</li></ul><img src="/a.jpg" alt="The gate"><iframe src="/v"></iframe>';
  expect(findDifferences({ content: 'Content' }, { content: html }, { content: '' })[0]?.one).toBe(
    [
      '# Open day',
      'Come & **see** the news [/news].',
      '• Tea',
      '• Cake',
      '[Picture: The gate]',
      '[Video: /v]',
    ].join('\n'),
  );
});

test('a change of formatting is shown too', () => {
  const [found] = findDifferences(
    { content: 'Content' },
    { content: '<p>See <em>this</em></p>' },
    { content: '<p>See this</p>' },
  );
  expect([found?.one, found?.two]).toEqual(['See _this_', 'See this']);
});

test('instalments are shown as lines', () => {
  const instalments = [
    { label: 'Registration', amount: 200_000, dueDays: null },
    { label: 'Term', amount: 800_000, dueDays: 30 },
  ];
  expect(findDifferences({ instalments: 'Instalments' }, { instalments }, { instalments: [] })).toEqual([
    {
      name: 'instalments',
      label: 'Instalments',
      one: `Registration: ${formatLocalMoney(200_000)}, on acceptance\nTerm: ${formatLocalMoney(800_000)}, 30 days after the start`,
      two: '',
    },
  ]);
});
