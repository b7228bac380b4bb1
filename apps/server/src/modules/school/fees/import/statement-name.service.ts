import type { Ctx } from '../../../../context.ts';
import { foldText } from '../../../../database/fold-text.ts';
import { int, readRows, text } from '../../../../sql.ts';
import { fullNameSql } from '../../registrations/registration.entity.ts';
import type { StatementPayment } from './statement-lines.ts';

interface NamedPerson {
  id: number;
  reference: string;
  name: string;
}

type WrittenNames = Pick<StatementPayment, 'payerName' | 'typedReason'>;

const listWords = (written: string): string[] => foldText(written).match(/\p{L}+/gu) ?? [];
const readLineWords = ({ payerName, typedReason }: WrittenNames): string[] =>
  listWords(`${payerName ?? ''} ${typedReason ?? ''}`);
const listNameWords = (name: string): string[] => [
  ...new Set(listWords(name).filter(({ length }) => length > 1)),
];

/** True when two words of the name are in the line, or the only word of a name with one word. */
export function hasName({ name }: Pick<NamedPerson, 'name'>, written: WrittenNames): boolean {
  const nameWords = listNameWords(name);
  const words = readLineWords(written);
  const commonCount = nameWords.filter((word) => words.includes(word)).length;
  return commonCount > 0 && commonCount >= Math.min(2, nameWords.length);
}

export interface NamedPeople {
  /** Finds people whose name is in the line. */
  find(written: WrittenNames): NamedPerson[];
}

/** Loads the people who study here and whose names share a word with these lines. */
export async function findNamedPeople(
  { em }: Pick<Ctx, 'em'>,
  lines: readonly WrittenNames[],
): Promise<NamedPeople> {
  const words = new Set(lines.flatMap(readLineWords).filter(({ length }) => length > 2));
  const people = await readRows(em, { id: int, reference: text, name: text })(
    `select id, reference, ${fullNameSql()} as name from registrations
     where deleted_at is null and status in ('accepted', 'completed')
       and regexp_split_to_array(fold(${fullNameSql()}), '[^[:alpha:]]+')
         && array(select jsonb_array_elements_text(?::jsonb)) order by id`,
    [JSON.stringify([...words])],
  );
  const knownWords = new Set<string>();
  /** The keys are two words of a name, or one word and the initial of another. */
  const peopleByPair = new Map<string, Set<NamedPerson>>();
  const addPair = (person: NamedPerson, one: string, other: string) => {
    const pair = `${one} ${other}`;
    peopleByPair.set(pair, (peopleByPair.get(pair) ?? new Set()).add(person));
  };
  for (const person of people) {
    const nameWords = listNameWords(person.name);
    for (const nameWord of nameWords) {
      knownWords.add(nameWord);
      for (const otherWord of nameWords) {
        if (otherWord === nameWord) continue;
        addPair(person, nameWord, otherWord);
        if (nameWord.length > 2) addPair(person, nameWord, otherWord.charAt(0));
      }
    }
  }
  return {
    find: (written) => {
      const lineWords = readLineWords(written);
      const names = [...new Set(lineWords)].filter((word) => knownWords.has(word));
      const pairs = lineWords.flatMap((word, at) => {
        if (!knownWords.has(word)) return [];
        // An initial stands after or before a name: "RITAH B." or "B. RITAH"
        const initials = [lineWords[at - 1], lineWords[at + 1]].filter((one) => one?.length === 1);
        return [...names, ...initials].map((other) => `${word} ${other}`);
      });
      return [...new Set(pairs.flatMap((pair) => [...(peopleByPair.get(pair) ?? [])]))];
    },
  };
}
