import { payPlaces } from '@institute/contract/fees.constants';
import { parseInternationalPhone } from '@institute/contract/international-phone';
import { currencySigns } from '@institute/contract/place';
import { toPlainCode } from '@institute/contract/text';
import type { getSite } from '../../platform/site/site.service.ts';

type Site = Awaited<ReturnType<typeof getSite>>['view'];
type OwnNumbers = Pick<Site, 'institute' | 'fees' | 'departments'>;

const YEAR_PATTERN = String.raw`(?:19|20)\d\d`;
/** Texts with many digits that are no number to pay to or to call. */
const harmlessNumber = new RegExp(
  [
    // 2027-02-01, 1/2/2027, 2026-2027
    String.raw`(?<!\d)${YEAR_PATTERN}-[01]\d-[0-3]\d(?!\d)`,
    String.raw`(?<!\d)[0-3]?\d[./-][01]?\d[./-]${YEAR_PATTERN}(?!\d)`,
    String.raw`(?<!\d)${YEAR_PATTERN}\s?[-/]\s?${YEAR_PATTERN}(?!\d)`,
    // 8.30
    String.raw`(?<![\d.])(?:[01]?\d|2[0-3])[.:][0-5]\d(?![.:]?\d)`,
    // UGX 1,500,000 and 1500000/=
    String.raw`${currencySigns}\s?[1-9]\d{0,2}(?:[ ,]?\d{3}){0,3}(?!\d)`,
    String.raw`(?<!\d)[1-9]\d{0,2}(?:[ ,]?\d{3}){0,3}\s?(?:/=|/-|${currencySigns})`,
  ].join('|'),
  'gi',
);
/** Digits of any script, with what people write between them. */
const writtenNumber = /\+?\p{Nd}(?:[\s().,/_-]{0,3}\p{Nd})*/gu;
/** The shortest code of a merchant. */
const FEWEST_DIGITS = 6;

function listNumbers(text: string): { digits: string; written: string }[] {
  const plain = toPlainCode(text).replace(/[\u2010-\u2015]/g, '-');
  return [...plain.replace(harmlessNumber, '; ').matchAll(writtenNumber)].flatMap(([found]) => {
    const digits = parseInternationalPhone(found)?.number ?? found.replace(/[^\p{Nd}]/gu, '');
    return [...digits].length < FEWEST_DIGITS ? [] : [{ digits, written: found }];
  });
}

/** The first phone, code or account number of a text that is none of the institute's, as it is written there. */
export function findForeignNumber(text: string, { institute, fees, departments }: OwnNumbers) {
  const { phones, chatPhone } = institute;
  const ownNumbers = [...phones, chatPhone, ...departments.map(({ phone }) => phone)];
  ownNumbers.push(...payPlaces(fees).map(([, value]) => value));
  const known = new Set(ownNumbers.flatMap(listNumbers).map(({ digits }) => digits));
  return listNumbers(text).find(({ digits }) => !known.has(digits))?.written;
}
