import {
  proofCodeCharacters,
  readPastedCode,
  readReference,
  replaceAbsentLetters,
  toPrintedCode,
} from '../../words/reference.ts';

/** The code has 128 random bits, which nobody can guess. */
export const receiptCodeLength = 26;
/** Receipt code in a short address. Codes of earlier versions have twelve hexadecimal digits. */
const receiptCodeForm = new RegExp(`^(?:[0-9A-F]{12}|[${proofCodeCharacters}]{${receiptCodeLength}})$`);

const normalizeReceiptCode = (typed: string) =>
  toPrintedCode(readPastedCode(typed, 'receipts'), receiptCodeLength);

/** Reads a typed code or a pasted address. Undefined when it contains no complete code. */
export function readReceiptCode(typed: string): string | undefined {
  const normalizedCode = normalizeReceiptCode(typed);
  // Only the shorter codes of earlier versions contain zeros and ones
  const isOlderCode = normalizedCode.length < receiptCodeLength;
  const receiptCode = isOlderCode
    ? normalizedCode.replaceAll('O', '0').replaceAll('I', '1')
    : replaceAbsentLetters(normalizedCode);
  return receiptCodeForm.test(receiptCode) ? receiptCode : undefined;
}

export const makeReceiptPath = (code: string): string => `/receipts/${code}`;

/** Finds why a text cannot be a code. Undefined for a text with the length of a code, even if we never issued it. */
export function findReceiptCodeFault(typed: string): string | undefined {
  if (readReference(readPastedCode(typed, 'receipts'))) {
    return 'This is the number. Type the code of 26 letters and digits that stands beside it.';
  }
  const hasWholeReceiptLength = normalizeReceiptCode(typed).length === receiptCodeLength;
  return hasWholeReceiptLength || readReceiptCode(typed) ? undefined : 'A code has 26 letters and digits.';
}
