import { Heading } from '@institute/ui/heading.tsx';
import { diffArrays } from 'diff';
import type { Difference } from './differences.ts';

/** Characters shown at each end of a long text without differences. */
const CONTEXT_LENGTH = 120;

type ComparisonProps = {
  differences: Difference[];
  sides: [one: string, two: string];
};

export function Comparison({ differences, sides }: ComparisonProps) {
  return (
    <div className="flex flex-col gap-4">
      {differences.map(({ name, label, one, two }) => {
        const comparedParts = diffWords(one, two);
        return (
          <section key={name} aria-label={label} className="rounded-control border border-line p-4">
            <Heading level={3}>{label}</Heading>
            <dl className="mt-2 grid gap-x-6 gap-y-3 md:grid-cols-2">
              {sides.map((side, place) => (
                <div key={side} className="min-w-0">
                  <dt className="text-sm text-muted">{side}</dt>
                  <dd className="wrap-anywhere whitespace-pre-line">
                    <ComparedText parts={comparedParts[place] ?? []} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        );
      })}
    </div>
  );
}

function ComparedText({ parts }: { parts: TextPart[] }) {
  if (parts.length === 0) return <span className="text-muted">Empty</span>;
  return parts.map(({ text, isOther }, place) => {
    // The order of the parts is fixed, so an index is a stable key.
    const partKey = `${place} ${text.slice(0, 20)}`;
    if (isOther) {
      return (
        <mark key={partKey} className="rounded-small bg-sun-soft text-sun-ink">
          {text}
        </mark>
      );
    }
    return (
      <span key={partKey}>
        {shortenText(text, { isFirst: place === 0, isLast: place === parts.length - 1 })}
      </span>
    );
  });
}

function shortenText(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  if (text.length <= CONTEXT_LENGTH * 3) return text;
  const textBefore = isFirst ? '' : text.slice(0, CONTEXT_LENGTH);
  const textAfter = isLast ? '' : text.slice(-CONTEXT_LENGTH);
  return `${textBefore} … ${textAfter}`;
}

export type TextPart = { text: string; isOther: boolean };

/**
 * Above this number of changed words the comparison takes too long. Then everything between the equal ends
 * counts as changed.
 */
const MAX_CHANGED_WORDS = 2000;

export function diffWords(one: string, two: string): [TextPart[], TextPart[]] {
  const wordsOfTextOne = splitWords(one);
  const wordsOfTextTwo = splitWords(two);
  const wordChanges =
    diffArrays(wordsOfTextOne, wordsOfTextTwo, {
      comparator: isSameWord,
      maxEditLength: MAX_CHANGED_WORDS,
    }) ?? countEqualEnds(wordsOfTextOne, wordsOfTextTwo);

  const partsOfTextOne: TextPart[] = [];
  const partsOfTextTwo: TextPart[] = [];
  // Equal words may be followed by different white space, so each side shows its own.
  const addWordsToParts = (parts: TextPart[], words: string[], count: number, isOther: boolean) => {
    if (count > 0) parts.push({ text: words.splice(0, count).join(''), isOther });
  };
  for (const { count, added, removed } of wordChanges) {
    if (!added) addWordsToParts(partsOfTextOne, wordsOfTextOne, count, removed);
    if (!removed) addWordsToParts(partsOfTextTwo, wordsOfTextTwo, count, added);
  }
  return [partsOfTextOne, partsOfTextTwo];
}

/** Each word includes the space after it. */
const splitWords = (text: string) => text.match(/\S+\s*|\s+/g) ?? [];

const isSameWord = (one: string, two: string) => one.trim() === two.trim();

function countEqualEnds(a: string[], b: string[]) {
  const shorterLength = Math.min(a.length, b.length);
  let equalCountAtStart = 0;
  while (equalCountAtStart < shorterLength && a[equalCountAtStart] === b[equalCountAtStart])
    equalCountAtStart += 1;
  let equalCountAtEnd = 0;
  while (
    equalCountAtEnd < shorterLength - equalCountAtStart &&
    a.at(-1 - equalCountAtEnd) === b.at(-1 - equalCountAtEnd)
  )
    equalCountAtEnd += 1;
  return [
    { count: equalCountAtStart, added: false, removed: false },
    { count: a.length - equalCountAtStart - equalCountAtEnd, added: false, removed: true },
    { count: b.length - equalCountAtStart - equalCountAtEnd, added: true, removed: false },
    { count: equalCountAtEnd, added: false, removed: false },
  ];
}
