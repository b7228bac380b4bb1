import type { Ctx } from '../../../../context.ts';
import { int, readRows, text } from '../../../../sql.ts';
import { fullNameSql } from '../../registrations/registration.entity.ts';
import { foldText } from '../../registrations/registration-medical.service.ts';
import type { StatementPayment } from './statement-lines.ts';

interface Named {
  id: number;
  reference: string;
  name: string;
}

type Written = Pick<StatementPayment, 'payerName' | 'typedReason'>;

const listWords = (written: string): string[] => foldText(written).match(/\p{L}+/gu) ?? [];
const readWords = ({ payerName, typedReason }: Written): string[] =>
  listWords(`${payerName ?? ''} ${typedReason ?? ''}`);
const listNames = (name: string): string[] => [
  ...new Set(listWords(name).filter(({ length }) => length > 1)),
];

/** Two words of the name stand in the line, or the only one. */
export function hasName({ name }: Pick<Named, 'name'>, written: Written): boolean {
  const own = listNames(name);
  const words = readWords(written);
  const common = own.filter((word) => words.includes(word)).length;
  return common > 0 && common >= Math.min(2, own.length);
}

/** Two words of the name, or one with the initial of another beside it: "RITAH B." */
function isNamed(own: readonly string[], words: readonly string[]): boolean {
  if (own.filter((word) => words.includes(word)).length > 1) return true;
  return words.some((word, at) => {
    if (word.length < 3 || !own.includes(word)) return false;
    const initials = [words[at - 1], words[at + 1]].filter((one) => one?.length === 1);
    return own.some((other) => other !== word && initials.includes(other.charAt(0)));
  });
}

export interface NamedPeople {
  /** Those whose name the line has. */
  find(written: Written): Named[];
}

/** People who study here and share a word with these lines. */
export async function findNamed({ em }: Pick<Ctx, 'em'>, lines: readonly Written[]): Promise<NamedPeople> {
  const words = new Set(lines.flatMap(readWords).filter(({ length }) => length > 2));
  const people = await readRows(em, { id: int, reference: text, name: text })(
    `select id, reference, ${fullNameSql()} as name from registrations
     where deleted_at is null and status in ('accepted', 'completed')
       and regexp_split_to_array(fold(${fullNameSql()}), '[^[:alpha:]]+')
         && array(select jsonb_array_elements_text(?::jsonb)) order by id`,
    [JSON.stringify([...words])],
  );
  const known = people.map((person) => ({ person, own: listNames(person.name) }));
  const byWord = new Map<string, typeof known>();
  for (const one of known) {
    for (const word of one.own) {
      const sharing = byWord.get(word) ?? [];
      sharing.push(one);
      byWord.set(word, sharing);
    }
  }
  return {
    find: (written) => {
      const own = readWords(written);
      const possible = new Set(own.flatMap((word) => byWord.get(word) ?? []));
      return [...possible].flatMap((one) => (isNamed(one.own, own) ? one.person : []));
    },
  };
}
