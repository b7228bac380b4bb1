import { expect, test } from 'vitest';
import { makeDocument } from '../../testing/documents.ts';
import {
  describeCounts,
  describeRefusal,
  describeState,
  findNextDocumentToLookAt,
  listDocumentFacts,
} from './document-words.ts';

const at = '2026-11-20T10:00:00.000Z';

test.each([
  [{ asked: 5, given: 3, toLookAt: 1, refused: 0 }, '3 of 5 given, 1 to look at'],
  [{ asked: 5, given: 4, toLookAt: 0, refused: 1 }, '4 of 5 given, 1 refused'],
  [{ asked: 0, given: 0, toLookAt: 2, refused: 0 }, 'Nothing is asked any more, 2 to look at'],
])('the head counts %j as “%s”', (counts, words) => {
  expect(describeCounts(counts)).toBe(words);
});

test('the next document to look at comes after this one, and from the first again after the last', () => {
  const [first, second, third] = ['s4', 'id', 'birth'].map((ask) => makeDocument({ ask }));
  const seen = makeDocument({ ask: 'id', state: 'accepted' });
  const question = makeDocument({ ask: 'hope', kind: 'text', pages: [] });
  const next = (items: (typeof first)[], ask: string) =>
    findNextDocumentToLookAt(
      items.flatMap((one) => one ?? []),
      ask,
    );
  expect(next([first, second, third], 's4')?.ask).toBe('id');
  expect(next([first, seen, third], 's4')?.ask).toBe('birth');
  expect(next([first, second, third], 'birth')?.ask).toBe('s4');
  expect(next([first, seen, question], 's4')).toBeUndefined();
});

test.each([
  [{ state: 'missing' }, 'Missing'],
  [{ state: 'missing', needed: 'ifAny' }, 'Not given'],
  [{ state: 'sent' }, 'To look at'],
  [{ state: 'sent', kind: 'choice' }, 'Answered'],
  [{ state: 'refused' }, 'Refused'],
] as const)('%j is called “%s”', (item, words) => {
  expect(describeState(makeDocument(item)).words).toBe(words);
});

test('says who decided and why, and an original that was seen once', () => {
  const decided = { decidedBy: 'jane@example.org', decidedAt: at };
  const refused = makeDocument({
    ...decided,
    state: 'refused',
    reason: 'other',
    words: 'Page 2 is upside down',
  });
  expect(listDocumentFacts(refused)).toEqual([
    'Before acceptance',
    '1 page',
    expect.stringMatching(/^Refused by jane@example\.org, 20 Nov 2026/),
  ]);
  expect(describeRefusal(refused)).toBe('Please send it again. Page 2 is upside down');
  expect(describeRefusal(makeDocument())).toBeNull();
  const seen = makeDocument({
    ...decided,
    state: 'accepted',
    pages: [],
    originalSeen: { by: 'jane@example.org', at },
  });
  expect(listDocumentFacts(seen)).toEqual([
    'Before acceptance',
    expect.stringMatching(/^Original seen by jane@example\.org, 20 Nov 2026/),
  ]);
});
