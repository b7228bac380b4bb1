import { Heading } from '@institute/ui/heading.tsx';
import type { Difference } from './differences.ts';
import { type Part, wordDiff } from './word-diff.ts';

/** Characters shown at each end of a long text without differences. */
const CONTEXT = 120;

type ComparisonProps = {
  differences: Difference[];
  sides: [one: string, two: string];
};

export function Comparison({ differences, sides }: ComparisonProps) {
  return (
    <div className="flex flex-col gap-4">
      {differences.map(({ name, label, one, two }) => {
        const parts = wordDiff(one, two);
        return (
          <section key={name} aria-label={label} className="rounded-control border border-line p-4">
            <Heading level={3}>{label}</Heading>
            <dl className="mt-2 grid gap-x-6 gap-y-3 md:grid-cols-2">
              {sides.map((side, place) => (
                <div key={side} className="min-w-0">
                  <dt className="text-sm text-muted">{side}</dt>
                  <dd className="wrap-anywhere whitespace-pre-line">
                    <Text parts={parts[place] ?? []} />
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

function Text({ parts }: { parts: Part[] }) {
  if (parts.length === 0) return <span className="text-muted">Empty</span>;
  return parts.map(({ text, isOther }, place) => {
    // The order of the parts is fixed, so an index is a stable key.
    const key = `${place} ${text.slice(0, 20)}`;
    if (isOther) {
      return (
        <mark key={key} className="rounded-small bg-sun-soft text-sun-ink">
          {text}
        </mark>
      );
    }
    return (
      <span key={key}>{shortened(text, { isFirst: place === 0, isLast: place === parts.length - 1 })}</span>
    );
  });
}

function shortened(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  if (text.length <= CONTEXT * 3) return text;
  const [before, after] = [isFirst ? '' : text.slice(0, CONTEXT), isLast ? '' : text.slice(-CONTEXT)];
  return `${before} … ${after}`;
}
