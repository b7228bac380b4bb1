import { toComparablePhone } from '@institute/contract/international-phone';
import { toPlainPhone } from '@institute/contract/phone';
import { readReference } from '@institute/contract/reference';
import { raw } from '@mikro-orm/core';

/**
 * SQL of a `like` pattern for folded text. Wildcards are escaped after folding, because folding can produce some.
 * Null, which matches nothing, when the folded text is empty.
 */
export const searchPattern = String.raw`'%' || regexp_replace(nullif(fold(?), ''), '[\\%_]', '\\\&', 'g') || '%'`;

/** SQL condition that the folded text `searched` contains one of the texts, with the values of its parameters. */
export const likeAnySql = (searched: string, texts: readonly string[]) => ({
  sql: texts.map(() => `${searched} like ${searchPattern}`).join(' or '),
  values: texts,
});

export function whereMatching(q: string | undefined) {
  if (!q) return {};
  const nasalSpellings = listNasalSpellings(q);
  const anySpellingSql = (alias: string) => `(${likeAnySql(`${alias}.search`, nasalSpellings).sql})`;
  return { [raw(anySpellingSql, nasalSpellings)]: [] };
}

/** A limit, because each `ng` doubles the number of spellings. */
const MAX_VARIED_NASALS = 3;

/** Folded texts have `ng` for ŋ and ŋŋ, which people also write n, nn and nng. */
export function listNasalSpellings(q: string): string[] {
  const partsAroundNasals = q.split(/(?<=[aeiouy])(n{1,2}g?)(?=[aeiouy])/i);
  return partsAroundNasals.reduce<string[]>(
    (texts, part, at) => {
      const isNasal = at % 2 === 1 && at < 2 * MAX_VARIED_NASALS && !/^ng$/i.test(part);
      return texts.flatMap((text) => (isNasal ? [text + part, `${text}ng`] : [text + part]));
    },
    [''],
  );
}

export const whereMatchingSpellings = (q: string) => ({ $or: listSpellings(q).map(whereMatching) });

const PHONE_PATTERN = /^[\d+\-() ]+$/;
/** A number with fewer digits is only searched as it was typed. */
const MIN_PHONE_DIGITS = 3;
/** A shorter number is not searched without its prefix: `001` would become `1`, which most phones contain. */
const MIN_DIALLED_DIGITS = 5;

/**
 * Returns a phone as typed and in international form, because the search column may have either. Returns a
 * reference as issued and as typed. Returns other texts unchanged.
 */
export function listSpellings(q: string): string[] {
  const issuedReference = readReference(q);
  if (issuedReference) return [issuedReference, q];
  const plainPhone = toPlainPhone(q);
  const phoneDigits = plainPhone.replace(/\D/g, '');
  if (!PHONE_PATTERN.test(plainPhone) || phoneDigits.length < MIN_PHONE_DIGITS) return [q];
  const dialledNumber = toComparablePhone(q);
  const searchTexts = new Set(
    dialledNumber.length < MIN_DIALLED_DIGITS ? [q, phoneDigits] : [q, phoneDigits, dialledNumber],
  );
  return [...searchTexts].filter(
    (text) => ![...searchTexts].some((part) => part !== text && text.includes(part)),
  );
}

export const whereIdIn = (ids: readonly number[]) => ({
  [raw((alias) => `${alias}.id = any(?::int[])`, [`{${ids}}`])]: [],
});

/** Searches columns that have no search index. */
export const whereFolded = (q: string | undefined, columns: readonly string[]) =>
  q
    ? {
        $or: columns.map((column) => ({
          [raw((alias) => `fold(${alias}.${column}) like ${searchPattern}`, [q])]: [],
        })),
      }
    : {};
