import { removeInvisible, toPlainDigits } from './text.ts';

// Each foreign letter looks like the Latin letter at the same place in the line below
const foreignLetters = 'АВЕЅІЈКМНОРСТУХҮԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧ';
const latinLetters = 'ABESIJKMHOPCTYXYQWABEZHIKMNOPTYX';

/**
 * Takes the letters and digits of a code that somebody typed from paper or from listening. They become Latin
 * capitals.
 */
export const toBareCode = (typed: string): string =>
  toPlainDigits(removeInvisible(typed).normalize('NFKC'))
    .replace(/[\s\p{P}\p{S}]/gu, '')
    .toUpperCase()
    .replace(/[\u0370-\u052f]/g, (letter) => latinLetters[foreignLetters.indexOf(letter)] ?? letter);

/** Takes a code of this length in the same way, without the word "Code" that is printed before it. */
export function toPrintedCode(typed: string, length: number): string {
  const code = toBareCode(typed);
  return code.length === PRINTED_PREFIX.length + length && code.startsWith(PRINTED_PREFIX)
    ? code.slice(PRINTED_PREFIX.length)
    : code;
}
const PRINTED_PREFIX = 'CODE';

/** Takes the part after `/{folder}/` from a pasted address. Any other text stays as it is. */
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

/** Reads the reference that an applicant typed. People may leave out "REG": `2026-000123`. */
export function readApplicantReference(typed: string): string | undefined {
  const [, year, number] =
    /^\s*(20\d\d)[\s\p{P}\p{S}]+(\d{6,10})\s*$/u.exec(toPlainDigits(removeInvisible(typed))) ?? [];
  return readReference(typed) ?? (year && `REG-${year}-${number}`);
}

/** Characters of codes that prove a paper. No two of them look alike. */
export const proofCodeCharacters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Replaces characters that no code contains by those for which they are mistaken. */
export const replaceAbsentLetters = (code: string): string =>
  code.replace(/[O0]/g, 'Q').replaceAll('I', 'J').replaceAll('1', '7');

/** Pairs of characters that people confuse. The characters of the first two pairs are also typed as O, 0, I or 1. */
const similarPairs = ['QD', 'J7', '8B', '5S', '2Z'];
const findLookAlike = (character: string): string | undefined =>
  similarPairs.find((pair) => pair.includes(character))?.replace(character, '');
const MAX_READINGS = 256;

/** Lists the codes that look like this one. It comes first itself, then the others by how many characters differ. */
export function listReadings(code: string): string[] {
  const readings = [{ text: code, from: 0 }];
  // The list grows while the loop reads it
  for (const { text, from } of readings) {
    if (readings.length >= MAX_READINGS) break;
    for (let letterAt = from; letterAt < text.length; letterAt += 1) {
      const lookAlike = findLookAlike(text.charAt(letterAt));
      if (lookAlike)
        readings.push({
          text: text.slice(0, letterAt) + lookAlike + text.slice(letterAt + 1),
          from: letterAt + 1,
        });
    }
  }
  return readings.slice(0, MAX_READINGS).map(({ text }) => text);
}

/**
 * Reads a reference such as `REG-2026-000123`, or the number of a receipt or certificate. Spaces, dashes, small
 * letters, and O and I for digits make no difference. Undefined when it is not complete.
 */
export function readReference(typed: string): string | undefined {
  const [, series, year = '', number = ''] =
    /^(REG|RCP|FEE|CAN|TEST|CERT)([\dOI]{4})([\dOI]{6,10})$/.exec(toBareCode(typed)) ?? [];
  return series && `${series}-${`${year}-${number}`.replaceAll('O', '0').replaceAll('I', '1')}`;
}
