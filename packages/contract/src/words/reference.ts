import { removeInvisible, toPlainDigits } from './text.ts';

// Each letter of the first line looks like the Latin one below it
const foreignLetters = 'АВЕЅІЈКМНОРСТУХҮԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧ';
const latinLetters = 'ABESIJKMHOPCTYXYQWABEZHIKMNOPTYX';

/** Letters and digits of a code that was typed from paper or from a voice, in Latin capitals. */
export const toBareCode = (typed: string): string =>
  toPlainDigits(removeInvisible(typed).normalize('NFKC'))
    .replace(/[\s\p{P}\p{S}]/gu, '')
    .toUpperCase()
    .replace(/[\u0370-\u052f]/g, (letter) => latinLetters[foreignLetters.indexOf(letter)] ?? letter);

/** The same without the word "Code", which is printed before a code of this length. */
export function toPrintedCode(typed: string, length: number): string {
  const code = toBareCode(typed);
  return code.length === PRINTED_PREFIX.length + length && code.startsWith(PRINTED_PREFIX)
    ? code.slice(PRINTED_PREFIX.length)
    : code;
}
const PRINTED_PREFIX = 'CODE';

/** Reads the part after `/{folder}/` of a pasted address. Another text stays as it is. */
export function readPastedCode(typed: string, folder: string): string {
  return new RegExp(`/${folder}/+([^/?#&\\s]+)`, 'i').exec(decodeAddress(typed))?.[1] ?? typed;
}

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Reads what an applicant typed, who may leave "REG" out: `2026-000123`. */
export function readApplicantReference(typed: string): string | undefined {
  const [, year, number] =
    /^\s*(20\d\d)[\s\p{P}\p{S}]+(\d{6,10})\s*$/u.exec(toPlainDigits(removeInvisible(typed))) ?? [];
  return readReference(typed) ?? (year && `REG-${year}-${number}`);
}

/** Characters of codes that prove a paper. None of them look alike. */
export const proofCodeCharacters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Replaces characters that no code has by those that they are mistaken for. */
export const replaceAbsentLetters = (code: string): string =>
  code.replace(/[O0]/g, 'Q').replaceAll('I', 'J').replaceAll('1', '7');

/** Characters that people confuse. Those of the first two pairs are also typed as O, 0, I or 1. */
const similarPairs = ['QD', 'J7', '8B', '5S', '2Z'];
const findLookAlike = (character: string): string | undefined =>
  similarPairs.find((pair) => pair.includes(character))?.replace(character, '');
const MAX_READINGS = 256;

/** The code itself first, then those that look like it, by the number of characters that differ. */
export function listReadings(code: string): string[] {
  const readings = [{ text: code, from: 0 }];
  // The list grows while it is read
  for (const { text, from } of readings) {
    if (readings.length >= MAX_READINGS) break;
    for (let at = from; at < text.length; at += 1) {
      const other = findLookAlike(text.charAt(at));
      if (other) readings.push({ text: text.slice(0, at) + other + text.slice(at + 1), from: at + 1 });
    }
  }
  return readings.slice(0, MAX_READINGS).map(({ text }) => text);
}

/**
 * `REG-2026-000123` however it is written: with spaces, other dashes or none, lower case, O and I for digits.
 * Numbers of receipts and certificates too. Undefined for what is no whole reference.
 */
export function readReference(typed: string): string | undefined {
  const [, series, year = '', number = ''] =
    /^(REG|RCP|FEE|CAN|TEST|CERT)([\dOI]{4})([\dOI]{6,10})$/.exec(toBareCode(typed)) ?? [];
  return series && `${series}-${`${year}-${number}`.replaceAll('O', '0').replaceAll('I', '1')}`;
}
