import { cutToLineLength } from '@institute/contract/certificates.constants';
import { type FontFace, findUnprintable } from '../../../pdf/fonts.ts';

/** Returns a message when the paper cannot print letters of a name. */
export function findNameLetterFault(name: string, faces: readonly FontFace[]): string | undefined {
  const unprintableLetters = findUnprintable(name, faces);
  return unprintableLetters.length > 0
    ? `The paper cannot print ${unprintableLetters.join(' ')}. Write the name in letters that it can, as on the passport.`
    : undefined;
}

/** Returns a message when the paper cannot print letters of other lines. */
export function findLineLetterFault(
  lines: readonly string[],
  faces: readonly FontFace[],
): string | undefined {
  for (const printedLine of lines.map(cutToLineLength)) {
    const letters = findUnprintable(printedLine, faces);
    if (letters.length > 0) {
      return `The paper cannot print ${letters.join(' ')} of “${printedLine}”. Write it in letters that it can.`;
    }
  }
  return undefined;
}
