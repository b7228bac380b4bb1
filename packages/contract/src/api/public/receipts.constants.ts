import {
  proofCodeCharacters,
  readPastedCode,
  readReference,
  replaceAbsentLetters,
  toPrintedCode,
} from '../../words/reference.ts';

/** 128 random bits: too many to guess. */
export const receiptCodeLength = 26;
/** Receipt code in a short address. Older codes have twelve hexadecimal digits. */
const receiptCodeForm = new RegExp(`^(?:[0-9A-F]{12}|[${proofCodeCharacters}]{${receiptCodeLength}})$`);

const normalizeReceiptCode = (typed: string) =>
  toPrintedCode(readPastedCode(typed, 'receipts'), receiptCodeLength);

/** Reads a typed code or address. Undefined for what is no whole code. */
export function readReceiptCode(typed: string): string | undefined {
  const bare = normalizeReceiptCode(typed);
  // Only codes of earlier versions have zeros and ones
  const isOlder = bare.length < receiptCodeLength;
  const code = isOlder ? bare.replaceAll('O', '0').replaceAll('I', '1') : replaceAbsentLetters(bare);
  return receiptCodeForm.test(code) ? code : undefined;
}

export const makeReceiptPath = (code: string): string => `/receipts/${code}`;

/** Why a text cannot be a code. Undefined for one that we may not have issued. */
export function findReceiptCodeFault(typed: string): string | undefined {
  if (readReference(readPastedCode(typed, 'receipts'))) {
    return 'This is the number. Type the code of 26 letters and digits that stands beside it.';
  }
  const isWhole = normalizeReceiptCode(typed).length === receiptCodeLength;
  return isWhole || readReceiptCode(typed) ? undefined : 'A code has 26 letters and digits.';
}
