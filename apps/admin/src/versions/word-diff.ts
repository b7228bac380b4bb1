import { diffArrays } from 'diff';

export type Part = { text: string; isOther: boolean };

/**
 * Above this number of changed words the comparison takes too long. Then everything between the equal ends
 * counts as changed.
 */
const MAX_CHANGED_WORDS = 2000;

export function wordDiff(one: string, two: string): [Part[], Part[]] {
  const [a, b] = [wordsOf(one), wordsOf(two)];
  const changes =
    diffArrays(a, b, { comparator: isSameWord, maxEditLength: MAX_CHANGED_WORDS }) ?? equalEnds(a, b);

  const [partsOne, partsTwo]: [Part[], Part[]] = [[], []];
  // Equal words may be followed by different white space, so each side shows its own.
  const add = (parts: Part[], words: string[], count: number, isOther: boolean) => {
    if (count > 0) parts.push({ text: words.splice(0, count).join(''), isOther });
  };
  for (const { count, added, removed } of changes) {
    if (!added) add(partsOne, a, count, removed);
    if (!removed) add(partsTwo, b, count, added);
  }
  return [partsOne, partsTwo];
}

/** Each word includes the space after it. */
const wordsOf = (text: string) => text.match(/\S+\s*|\s+/g) ?? [];

const isSameWord = (one: string, two: string) => one.trim() === two.trim();

function equalEnds(a: string[], b: string[]) {
  const shortest = Math.min(a.length, b.length);
  let start = 0;
  while (start < shortest && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shortest - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return [
    { count: start, added: false, removed: false },
    { count: a.length - start - end, added: false, removed: true },
    { count: b.length - start - end, added: true, removed: false },
    { count: end, added: false, removed: false },
  ];
}
