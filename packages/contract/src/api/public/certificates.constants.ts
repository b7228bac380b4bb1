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
  /** Most letters that fit in a line on paper. */
  line: 60,
  hours: 10_000,
  result: 40,
  reason: 200,
  note: 200,
  chosen: 500,
  daysBack: 60,
} as const;

export const certificateStates = ['valid', 'withdrawn', 'replaced'] as const;
/** The list can be sorted by these columns. */
export const certificateColumns = ['number', 'holder', 'program', 'issuedOn', 'state'] as const;
export type CertificateState = (typeof certificateStates)[number];

/** 59 random bits. Wrong codes are limited. */
export const certificateCodeLength = 12;
const codeForm = new RegExp(`^[${proofCodeCharacters}]{${certificateCodeLength}}$`);

const normalizeCertificateCode = (typed: string) =>
  toPrintedCode(readPastedCode(typed, 'certificates'), certificateCodeLength);

/** Reads a typed code or address. Undefined for what is no whole code. */
export function readCertificateCode(typed: string): string | undefined {
  const code = replaceAbsentLetters(normalizeCertificateCode(typed));
  return codeForm.test(code) ? code : undefined;
}

/** Why a text cannot be a code. Undefined for one that we may not have issued. */
export function findCertificateCodeFault(typed: string): string | undefined {
  if (readCertificateNumber(readPastedCode(typed, 'certificates'))) {
    return 'This is the number. Type the code of twelve letters and digits that stands beside it.';
  }
  const isWhole = normalizeCertificateCode(typed).length === certificateCodeLength;
  return isWhole ? undefined : 'A code has twelve letters and digits.';
}

/** "CERT-2027-000101", however it is written. Undefined for another text. */
export function readCertificateNumber(typed: string): string | undefined {
  const number = readReference(typed);
  return number?.startsWith('CERT-') ? number : undefined;
}

/** "7KQ2-M9XH-T4WZ", as on paper and in addresses. */
export const groupCode = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-');

export const makeCertificatePath = (code: string): string => `/certificates/${groupCode(code)}`;

const countLetters = (text: string): number => [...text].length;

export function findLineFault(name: string): string | undefined {
  const letters = countLetters(name);
  const { line } = certificateLimits;
  return letters > line ? `This name is longer than its line: ${letters} of ${line} letters` : undefined;
}

/** Cuts a text to the length that is printed and signed. */
export function cutToLine(text: string): string {
  const { line } = certificateLimits;
  return countLetters(text) > line ? `${[...text].slice(0, line - 1).join('')}…` : text;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Counts the first and the last day too. */
const countDays = (first: string, last: string) => 1 + (Date.parse(last) - Date.parse(first)) / DAY_MS;

/** Days are `yyyy-mm-dd`. */
interface CertificatePeriod {
  hours: number | null;
  from: string | null;
  to: string | null;
  issuedOn: string;
}

/** The first day for which anybody with the right may issue one. An owner may for an earlier one, with a reason. */
export const findFirstIssueDay = (today: string): string => addDays(today, -certificateLimits.daysBack);
export const earlyIssueMessage = `At most ${certificateLimits.daysBack} days back. For an earlier day an owner writes why`;

/** Finds the line that contradicts the others, and why. */
export function checkExtent({ hours, from, to, issuedOn }: CertificatePeriod) {
  if (from && to && to < from) {
    return { line: 'to', message: `The end is before the start, ${formatDate(from)}` };
  }
  if (to && issuedOn < to) return { line: 'to', message: `Issued before the last day, ${formatDate(to)}` };
  if (from && issuedOn < from) {
    return { line: 'from', message: `Issued before the start, ${formatDate(from)}` };
  }
  const days = from ? countDays(from, to ?? issuedOn) : Number.POSITIVE_INFINITY;
  if (hours === null || hours <= 24 * days) return undefined;
  const most = `${formatNumber(24 * days)} hours in ${days === 1 ? '1 day' : `${formatNumber(days)} days`}`;
  return { line: 'hours', message: `At most ${most}` };
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

/** In the order in which they are signed. `iat` is in seconds. */
export const toClaims = (lines: SignedLines, publicUrl: string) => ({
  iss: publicUrl,
  jti: lines.code,
  num: lines.number,
  sub: lines.holder,
  prg: cutToLine(lines.program),
  ...(lines.hours !== null && { hrs: lines.hours }),
  ...(lines.from !== null && { frm: lines.from }),
  ...(lines.to !== null && { to: lines.to }),
  ...(lines.result !== null && { res: lines.result }),
  iat: Date.parse(fromLocalTime(`${lines.issuedOn}T00:00`)) / 1000,
});

/** Signed contents of the QR code on paper. */
export type CertificateClaims = ReturnType<typeof toClaims>;
