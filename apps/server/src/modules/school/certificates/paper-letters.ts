import { cutToLineLength } from '@institute/contract/certificates.constants';
import { type FontFace, findUnprintable } from '../../../pdf/fonts.ts';

/** Returns a message when the paper cannot print letters of a name. */
export function findNameLetterFault(name: string, faces: readonly FontFace[]): string | undefined {
  const letters = findUnprintable(name, faces);
  return letters.length > 0
    ? `The paper cannot print ${letters.join(' ')}. Write the name in letters that it can, as on the passport.`
    : undefined;
}

/** Returns a message when the paper cannot print letters of other lines. */
export function findLineLetterFault(
  lines: readonly string[],
  faces: readonly FontFace[],
): string | undefined {
  for (const line of lines.map(cutToLineLength)) {
    const letters = findUnprintable(line, faces);
    if (letters.length > 0) {
      return `The paper cannot print ${letters.join(' ')} of “${line}”. Write it in letters that it can.`;
    }
  }
  return undefined;
}
