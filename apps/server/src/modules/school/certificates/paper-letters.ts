import { cutToLine } from '@institute/contract/certificates.constants';
import { type Face, findUnprintable } from '../../../pdf/fonts.ts';

/** Why the paper would lack letters of a name. */
export function findLetterFault(name: string, faces: readonly Face[]): string | undefined {
  const letters = findUnprintable(name, faces);
  return letters.length > 0
    ? `The paper cannot print ${letters.join(' ')}. Write the name in letters that it can, as on the passport.`
    : undefined;
}

/** The same for lines that are printed on all papers. */
export function findLettersFault(lines: readonly string[], faces: readonly Face[]): string | undefined {
  for (const line of lines.map(cutToLine)) {
    const letters = findUnprintable(line, faces);
    if (letters.length > 0) {
      return `The paper cannot print ${letters.join(' ')} of “${line}”. Write it in letters that it can.`;
    }
  }
  return undefined;
}
