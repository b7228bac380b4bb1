import { plainDigits, removeInvisible } from './text.ts';

/** Letters and digits of a code that was typed from paper or from a voice, in capitals. */
export const bareCode = (typed: string): string =>
  plainDigits(removeInvisible(typed).normalize('NFKC'))
    .replace(/[\s\p{P}\p{S}]/gu, '')
    .toUpperCase();

/** Of an applicant, who may leave "REG" out: `2026-000123`. */
export function readApplicantReference(typed: string): string | undefined {
  const [, year, number] =
    /^\s*(20\d\d)[\s\p{P}\p{S}]+(\d{6,10})\s*$/u.exec(plainDigits(removeInvisible(typed))) ?? [];
  return readReference(typed) ?? (year && `REG-${year}-${number}`);
}

/** Characters of codes that prove a paper. None of them look alike. */
export const proofCodeCharacters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/**
 * `REG-2026-000123` however it is written: with spaces, with other dashes or none, in lower case, with the letter
 * O for zero. Numbers of receipts and certificates too. Undefined for what is no whole reference.
 */
export function readReference(typed: string): string | undefined {
  const [, series, year = '', number = ''] =
    /^(REG|RCP|FEE|CAN|TEST|CERT)([\dO]{4})([\dO]{6,10})$/.exec(bareCode(typed)) ?? [];
  return series && `${series}-${`${year}-${number}`.replaceAll('O', '0')}`;
}
