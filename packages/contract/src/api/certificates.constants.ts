import { bareCode, proofCodeCharacters, readReference } from '../words/reference.ts';
import { kampalaInstant } from '../words/time.ts';

export const certificateLimits = {
  /** Letters of a line on paper. */
  line: 60,
  hours: 10_000,
  reason: 200,
  note: 200,
  chosen: 500,
} as const;

export const certificateStates = ['valid', 'withdrawn', 'replaced'] as const;
export type CertificateState = (typeof certificateStates)[number];

/** 59 random bits. Wrong codes are limited. */
export const certificateCodeLength = 12;
const codeForm = new RegExp(`^[${proofCodeCharacters}]{${certificateCodeLength}}$`);

/** Undefined for what is no whole code. */
export function readCertificateCode(typed: string): string | undefined {
  const code = bareCode(typed);
  return codeForm.test(code) ? code : undefined;
}

/** "CERT-2027-000101", however it is written. Undefined for another text. */
export function readCertificateNumber(typed: string): string | undefined {
  const number = readReference(typed);
  return number?.startsWith('CERT-') ? number : undefined;
}

/** "7KQ2-M9XH-T4WZ", as on paper and in addresses. */
export const groupCode = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-');

export const certificatePath = (code: string): string => `/certificates/${groupCode(code)}`;

const countLetters = (text: string): number => [...text].length;

export function lineFault(name: string): string | undefined {
  const letters = countLetters(name);
  const { line } = certificateLimits;
  return letters > line ? `This name is longer than its line: ${letters} of ${line} letters` : undefined;
}

/** As printed and signed. */
export function cutToLine(text: string): string {
  const { line } = certificateLimits;
  return countLetters(text) > line ? `${[...text].slice(0, line - 1).join('')}…` : text;
}

export const noSigner = 'Write the signer under Site › Certificates first.';

export const certificateNotFound = 'We issued no certificate with this code.';

export const certificateErased = "This certificate can no longer be checked, at its holder's wish.";

/** What the QR code on paper says, signed. Days are `yyyy-mm-dd`; `iat` is in seconds. */
export type CertificateClaims = {
  iss: string;
  jti: string;
  num: string;
  sub: string;
  prg: string;
  hrs?: number;
  frm?: string;
  to?: string;
  iat: number;
};

interface SignedLines {
  code: string;
  number: string;
  holder: string;
  program: string;
  hours: number | null;
  from: string | null;
  to: string | null;
  issuedOn: string;
}

/** In the order in which they are signed. */
export const toClaims = (lines: SignedLines, publicUrl: string): CertificateClaims => ({
  iss: publicUrl,
  jti: lines.code,
  num: lines.number,
  sub: lines.holder,
  prg: cutToLine(lines.program),
  ...(lines.hours !== null && { hrs: lines.hours }),
  ...(lines.from !== null && { frm: lines.from }),
  ...(lines.to !== null && { to: lines.to }),
  iat: Date.parse(kampalaInstant(`${lines.issuedOn}T00:00`)) / 1000,
});
