import { formatNumber } from '../../words/money.ts';
import {
  proofCodeCharacters,
  readPastedCode,
  readReference,
  replaceAbsentLetters,
  toPrintedCode,
} from '../../words/reference.ts';
import { addDays, formatDate, fromLocalTime } from '../../words/time.ts';

export const certificateLimits = {
  /** Most letters that fit in a line of the paper. */
  line: 60,
  hours: 10_000,
  result: 40,
  reason: 200,
  note: 200,
  chosen: 500,
  daysBack: 60,
} as const;

export const certificateStates = ['valid', 'withdrawn', 'replaced'] as const;
/** Columns by which the list can be sorted. */
export const certificateColumns = ['number', 'holder', 'program', 'issuedOn', 'state'] as const;
export type CertificateState = (typeof certificateStates)[number];

/** The code has 59 random bits, which is enough because wrong tries are limited. */
export const certificateCodeLength = 12;
const certificateCodePattern = new RegExp(`^[${proofCodeCharacters}]{${certificateCodeLength}}$`);

const normalizeCertificateCode = (typed: string) =>
  toPrintedCode(readPastedCode(typed, 'certificates'), certificateCodeLength);

/** Reads a typed code or a pasted address. Undefined when it contains no complete code. */
export function readCertificateCode(typed: string): string | undefined {
  const normalizedCode = replaceAbsentLetters(normalizeCertificateCode(typed));
  return certificateCodePattern.test(normalizedCode) ? normalizedCode : undefined;
}

/** Finds why a text cannot be a code. Undefined for a text with the length of a code, even if we never issued it. */
export function findCertificateCodeFault(typed: string): string | undefined {
  if (readCertificateNumber(readPastedCode(typed, 'certificates'))) {
    return 'This is the number. Type the code of twelve letters and digits that stands beside it.';
  }
  const hasWholeCodeLength = normalizeCertificateCode(typed).length === certificateCodeLength;
  return hasWholeCodeLength ? undefined : 'A code has twelve letters and digits.';
}

/** Reads a number such as "CERT-2027-000101", however it is written. Undefined for any other text. */
export function readCertificateNumber(typed: string): string | undefined {
  const parsedReference = readReference(typed);
  return parsedReference?.startsWith('CERT-') ? parsedReference : undefined;
}

/** Groups a code as on paper and in addresses: "7KQ2-M9XH-T4WZ". */
export const groupCodeDigits = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-');

export const makeCertificatePath = (code: string): string => `/certificates/${groupCodeDigits(code)}`;

const countLetters = (text: string): number => [...text].length;

export function findLineLengthFault(name: string): string | undefined {
  const letterCount = countLetters(name);
  const { line } = certificateLimits;
  return letterCount > line
    ? `This name is longer than its line: ${letterCount} of ${line} letters`
    : undefined;
}

/** Cuts a text to the length that fits on paper. The cut text is also the signed one. */
export function cutToLineLength(text: string): string {
  const { line } = certificateLimits;
  return countLetters(text) > line ? `${[...text].slice(0, line - 1).join('')}…` : text;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Counts days with the first and the last one. */
const countDays = (first: string, last: string) => 1 + (Date.parse(last) - Date.parse(first)) / DAY_MS;

/** Days are `yyyy-mm-dd`. */
interface CertificatePeriod {
  hours: number | null;
  from: string | null;
  to: string | null;
  issuedOn: string;
}

/**
 * First day for which anybody with the right may issue a certificate. For an earlier day only an owner may, who
 * writes a reason.
 */
export const findFirstIssueDay = (today: string): string => addDays(today, -certificateLimits.daysBack);
export const earlyIssueMessage = `At most ${certificateLimits.daysBack} days back. For an earlier day an owner writes why`;

/** Finds the first line that contradicts another, and says why. */
export function findPeriodFault({ hours, from, to, issuedOn }: CertificatePeriod) {
  if (from && to && to < from) {
    return { line: 'to', message: `The end is before the start, ${formatDate(from)}` };
  }
  if (to && issuedOn < to) return { line: 'to', message: `Issued before the last day, ${formatDate(to)}` };
  if (from && issuedOn < from) {
    return { line: 'from', message: `Issued before the start, ${formatDate(from)}` };
  }
  const periodDays = from ? countDays(from, to ?? issuedOn) : Number.POSITIVE_INFINITY;
  if (hours === null || hours <= 24 * periodDays) return undefined;
  const maxHoursText = `${formatNumber(24 * periodDays)} hours in ${periodDays === 1 ? '1 day' : `${formatNumber(periodDays)} days`}`;
  return { line: 'hours', message: `At most ${maxHoursText}` };
}

export const noIssuerMessage = "Write the institute's name first.";
export const noSignerMessage = 'Write the signer under Site › Certificates first.';

export const certificateNotFoundMessage = 'We issued no certificate with this code.';

export const certificateErasedMessage = "This certificate can no longer be checked, at its holder's wish.";

interface SignedLines extends CertificatePeriod {
  code: string;
  number: string;
  holder: string;
  program: string;
  result: string | null;
}

/** Makes the claims in the order in which they are signed. `iat` is in seconds. */
export const toClaims = (lines: SignedLines, publicUrl: string) => ({
  iss: publicUrl,
  jti: lines.code,
  num: lines.number,
  sub: lines.holder,
  prg: cutToLineLength(lines.program),
  ...(lines.hours !== null && { hrs: lines.hours }),
  ...(lines.from !== null && { frm: lines.from }),
  ...(lines.to !== null && { to: lines.to }),
  ...(lines.result !== null && { res: lines.result }),
  iat: Date.parse(fromLocalTime(`${lines.issuedOn}T00:00`)) / 1000,
});

/** The signed contents of the QR code on paper. */
export type CertificateClaims = ReturnType<typeof toClaims>;
