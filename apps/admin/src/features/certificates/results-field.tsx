import { certificateLimits } from '@institute/contract/certificates.constants';
import { readReference } from '@institute/contract/reference';
import { Field } from '@institute/ui/field.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { Textarea } from '@institute/ui/textarea.tsx';
import { countItems, countPeople } from '../../ui/count-items.ts';

type PersonWithReference = { name: string; reference: string };

/** The results by the place of the person in the list, or the reason why none was filled in. */
export type ResultsOrFault = { results: Map<number, string> } | { fault: string };

const toComparableName = (name: string): string =>
  name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * Reads a pasted column of results, one line for each person in their order. With a name or reference in a column
 * before, the order does not matter.
 */
export function readResults(text: string, people: readonly PersonWithReference[]): ResultsOrFault {
  const pastedLines = text.split(/\r?\n/);
  // Spreadsheets end the last line with a line break too, and the last person may have no result
  while (pastedLines.length > people.length && !pastedLines.at(-1)?.trim()) pastedLines.pop();
  const indexOfLongResult = pastedLines.findIndex(
    (line) => (line.split('\t').at(-1)?.trim().length ?? 0) > certificateLimits.result,
  );
  if (indexOfLongResult >= 0)
    return { fault: `Line ${indexOfLongResult + 1}: at most ${certificateLimits.result} letters.` };
  if (pastedLines.some((line) => line.includes('\t'))) return readNamedResults(pastedLines, people);
  if (pastedLines.length !== people.length) {
    const lineCountText = countItems(pastedLines.length, 'line');
    return {
      fault: `${lineCountText} for ${countPeople(people.length)}. Give each person one line, in this order.`,
    };
  }
  return { results: new Map(pastedLines.map((line, at) => [at, line.trim()])) };
}

function readNamedResults(lines: readonly string[], people: readonly PersonWithReference[]): ResultsOrFault {
  const resultsByPlace = new Map<number, string>();
  for (const [at, line] of lines.entries()) {
    if (!line.trim()) continue;
    const [who = '', ...others] = line.split('\t');
    const personReference = readReference(who);
    const isPersonOfLine = (person: PersonWithReference) =>
      personReference
        ? person.reference === personReference
        : toComparableName(person.name) === toComparableName(who);
    const indexesOfMatchingPeople = people.flatMap((person, place) => (isPersonOfLine(person) ? place : []));
    const [place] = indexesOfMatchingPeople;
    if (place === undefined)
      return { fault: `Line ${at + 1}: ${who.trim() || 'an empty name'} is not in this list.` };
    if (indexesOfMatchingPeople.length > 1)
      return { fault: `Line ${at + 1}: several people are called ${who.trim()}. Use their references.` };
    if (resultsByPlace.has(place))
      return { fault: `Line ${at + 1}: ${who.trim()} stands in an earlier line too.` };
    resultsByPlace.set(place, others.at(-1)?.trim() ?? '');
  }
  return { results: resultsByPlace };
}

type ResultsFieldProps = {
  people: readonly PersonWithReference[];
  text: string;
  onChange: (text: string) => void;
};

/** Fills in the results only if every line belongs to a person. */
export function ResultsField({ people, text, onChange }: ResultsFieldProps) {
  const parsedResults = text.trim() ? readResults(text, people) : null;
  return (
    <div className="flex flex-col gap-1">
      <Field
        label="Results of all"
        hint="Paste a column: one line for each person, in the order below. Or two columns: name or reference, and result."
        error={parsedResults && 'fault' in parsedResults ? parsedResults.fault : undefined}
      >
        <Textarea
          rows={2}
          className="field-sizing-content max-h-32 min-h-11!"
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      </Field>
      {parsedResults && 'results' in parsedResults && (
        <OutcomeLine
          outcome={{
            isDone: true,
            text: `${countItems(parsedResults.results.size, 'result')} filled in. Compare them below.`,
          }}
        />
      )}
    </div>
  );
}
