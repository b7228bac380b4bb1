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
const readWords = ({ payerName, typedReason }: WrittenNames): string[] =>
  listWords(`${payerName ?? ''} ${typedReason ?? ''}`);
const listNames = (name: string): string[] => [
  ...new Set(listWords(name).filter(({ length }) => length > 1)),
];

/** True when two words of the name are in the line, or its only word. */
export function hasName({ name }: Pick<NamedPerson, 'name'>, written: WrittenNames): boolean {
  const nameWords = listNames(name);
  const words = readWords(written);
  const common = nameWords.filter((word) => words.includes(word)).length;
  return common > 0 && common >= Math.min(2, nameWords.length);
}

export interface NamedPeople {
  /** People whose name is in the line. */
  find(written: WrittenNames): NamedPerson[];
}

/** People who study here and share a word with these lines. */
export async function findNamed(
  { em }: Pick<Ctx, 'em'>,
  lines: readonly WrittenNames[],
): Promise<NamedPeople> {
  const words = new Set(lines.flatMap(readWords).filter(({ length }) => length > 2));
  const people = await readRows(em, { id: int, reference: text, name: text })(
    `select id, reference, ${fullNameSql()} as name from registrations
     where deleted_at is null and status in ('accepted', 'completed')
       and regexp_split_to_array(fold(${fullNameSql()}), '[^[:alpha:]]+')
         && array(select jsonb_array_elements_text(?::jsonb)) order by id`,
    [JSON.stringify([...words])],
  );
  const known = new Set<string>();
  /** By two words of a name, or one and the initial of another. */
  const byPair = new Map<string, Set<NamedPerson>>();
  const addPair = (person: NamedPerson, one: string, other: string) => {
    const pair = `${one} ${other}`;
    byPair.set(pair, (byPair.get(pair) ?? new Set()).add(person));
  };
  for (const person of people) {
    const nameWords = listNames(person.name);
    for (const one of nameWords) {
      known.add(one);
      for (const other of nameWords) {
        if (other === one) continue;
        addPair(person, one, other);
        if (one.length > 2) addPair(person, one, other.charAt(0));
      }
    }
  }
  return {
    find: (written) => {
      const lineWords = readWords(written);
      const names = [...new Set(lineWords)].filter((word) => known.has(word));
      const pairs = lineWords.flatMap((word, at) => {
        if (!known.has(word)) return [];
        // "RITAH B." and "B. RITAH"
        const initials = [lineWords[at - 1], lineWords[at + 1]].filter((one) => one?.length === 1);
        return [...names, ...initials].map((other) => `${word} ${other}`);
      });
      return [...new Set(pairs.flatMap((pair) => [...(byPair.get(pair) ?? [])]))];
    },
  };
}
