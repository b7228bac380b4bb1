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
  const bareCode = toBareCode(typed);
  return bareCode.length === PRINTED_PREFIX.length + length && bareCode.startsWith(PRINTED_PREFIX)
    ? bareCode.slice(PRINTED_PREFIX.length)
    : bareCode;
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
const lookAlikeCharacterPairs = ['QD', 'J7', '8B', '5S', '2Z'];
const findLookAlikeCharacter = (character: string): string | undefined =>
  lookAlikeCharacterPairs.find((pair) => pair.includes(character))?.replace(character, '');
const MAX_LOOK_ALIKE_CODES = 256;

/** Lists the codes that look like this one. It comes first itself, then the others by how many characters differ. */
export function listLookAlikeCodes(code: string): string[] {
  const lookAlikeCodes = [{ text: code, from: 0 }];
  // The list grows while the loop reads it
  for (const { text, from } of lookAlikeCodes) {
    if (lookAlikeCodes.length >= MAX_LOOK_ALIKE_CODES) break;
    for (let characterIndex = from; characterIndex < text.length; characterIndex += 1) {
      const lookAlike = findLookAlikeCharacter(text.charAt(characterIndex));
      if (lookAlike)
        lookAlikeCodes.push({
          text: text.slice(0, characterIndex) + lookAlike + text.slice(characterIndex + 1),
          from: characterIndex + 1,
        });
    }
  }
  return lookAlikeCodes.slice(0, MAX_LOOK_ALIKE_CODES).map(({ text }) => text);
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
