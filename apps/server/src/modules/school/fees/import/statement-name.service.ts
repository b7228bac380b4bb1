import type { Ctx } from '../../../../context.ts';
import { foldToPlainLetters } from '../../../../database/fold-text.ts';
import { int, readRows, text } from '../../../../sql.ts';
import { fullNameSql } from '../../registrations/registration.entity.ts';
import type { StatementPayment } from './statement-lines.ts';

interface NamedPerson {
  id: number;
  reference: string;
  name: string;
}

type LineTextWithNames = Pick<StatementPayment, 'payerName' | 'typedReason'>;

const listWords = (written: string): string[] => foldToPlainLetters(written).match(/\p{L}+/gu) ?? [];
const readLineWords = ({ payerName, typedReason }: LineTextWithNames): string[] =>
  listWords(`${payerName ?? ''} ${typedReason ?? ''}`);
const listNameWords = (name: string): string[] => [
  ...new Set(listWords(name).filter(({ length }) => length > 1)),
];

/** True when two words of the name are in the line, or the only word of a name with one word. */
export function isNameInLine({ name }: Pick<NamedPerson, 'name'>, written: LineTextWithNames): boolean {
  const nameWords = listNameWords(name);
  const wordsOfLine = readLineWords(written);
  const commonCount = nameWords.filter((word) => wordsOfLine.includes(word)).length;
  return commonCount > 0 && commonCount >= Math.min(2, nameWords.length);
}

export interface NamedPeopleFinder {
  /** Finds people whose name is in the line. */
  find(written: LineTextWithNames): NamedPerson[];
}

/** Loads the people who study here and whose names share a word with these lines. */
export async function loadNamedPeopleFinder(
  { em }: Pick<Ctx, 'em'>,
  lines: readonly LineTextWithNames[],
): Promise<NamedPeopleFinder> {
  const words = new Set(lines.flatMap(readLineWords).filter(({ length }) => length > 2));
  const peopleSharingWords = await readRows(em, { id: int, reference: text, name: text })(
    `select id, reference, ${fullNameSql()} as name from registrations
     where deleted_at is null and status in ('accepted', 'completed')
       and regexp_split_to_array(fold(${fullNameSql()}), '[^[:alpha:]]+')
         && array(select jsonb_array_elements_text(?::jsonb)) order by id`,
    [JSON.stringify([...words])],
  );
  const knownWords = new Set<string>();
  /** The keys are two words of a name, or one word and the initial of another. */
  const peopleByPair = new Map<string, Set<NamedPerson>>();
  const addWordPair = (person: NamedPerson, one: string, other: string) => {
    const wordPair = `${one} ${other}`;
    peopleByPair.set(wordPair, (peopleByPair.get(wordPair) ?? new Set()).add(person));
  };
  for (const namedPerson of peopleSharingWords) {
    const nameWords = listNameWords(namedPerson.name);
    for (const nameWord of nameWords) {
      knownWords.add(nameWord);
      for (const otherWord of nameWords) {
        if (otherWord === nameWord) continue;
        addWordPair(namedPerson, nameWord, otherWord);
        if (nameWord.length > 2) addWordPair(namedPerson, nameWord, otherWord.charAt(0));
      }
    }
  }
  return {
    find: (written) => {
      const lineWords = readLineWords(written);
      const nameWordsInLine = [...new Set(lineWords)].filter((word) => knownWords.has(word));
      const wordPairs = lineWords.flatMap((word, at) => {
        if (!knownWords.has(word)) return [];
        // An initial stands after or before a name: "RITAH B." or "B. RITAH"
        const neighbourInitials = [lineWords[at - 1], lineWords[at + 1]].filter((one) => one?.length === 1);
        return [...nameWordsInLine, ...neighbourInitials].map((other) => `${word} ${other}`);
      });
      return [...new Set(wordPairs.flatMap((pair) => [...(peopleByPair.get(pair) ?? [])]))];
    },
  };
}
