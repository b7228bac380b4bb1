import { constants, inflateSync } from 'node:zlib';
import { documentFaults } from '@institute/contract/applicant-documents.constants';

// A PDF of a stranger comes in, and what is wrong with it goes out. Nothing is drawn: only names are looked for.

/** Of all lists of objects together, unpacked. */
const MOST_UNPACKED = 64 * 1024 * 1024;
/** Packed. Enough to see how a stream begins. */
const START_BYTES = 1024;
const TRAILER_BYTES = 4096;

/** Each letter of a name may be written as `#` and its code. */
const spellLetter = (letter: string): string => {
  const code = letter.charCodeAt(0).toString(16);
  return `(?:${letter}|#${code.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
};
const makeNamePattern = (...names: string[]): RegExp => {
  const spelled = names.map((name) => [...name].map(spellLetter).join(''));
  return new RegExp(`/(?:${spelled.join('|')})(?=[\\s\\0()<>[\\]{}/%]|$)`);
};

const locked = makeNamePattern('Encrypt');
/** So long that packed bytes do not have them by accident. A script always has the first one. */
const active = makeNamePattern(
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'ImportData',
  'SubmitForm',
  'XFA',
);
const objectList = makeNamePattern('ObjStm');
const listOrOutline = makeNamePattern('ObjStm', 'First');
/** Ways to pack a list of objects that nobody uses but to hide them. */
const oddPacking = makeNamePattern(
  'LZWDecode',
  'LZW',
  'ASCIIHexDecode',
  'AHx',
  'ASCII85Decode',
  'A85',
  'RunLengthDecode',
  'RL',
  'Crypt',
  'Predictor',
);

const toText = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('latin1');

function findFault(file: Uint8Array): string | null {
  const text = toText(file);
  if (!/startxref\s+\d+\s+%%EOF/.test(text.slice(-TRAILER_BYTES))) return documentFaults.brokenPdf;
  return findNamedFault(text) ?? findPackedFault(file, text);
}

function findNamedFault(text: string): string | null {
  if (locked.test(text)) return documentFaults.lockedPdf;
  return active.test(text) ? documentFaults.activePdf : null;
}

/** Objects may stand in a packed stream. What describes a stream may deceive, so its beginning counts as well. */
function findPackedFault(file: Uint8Array, text: string): string | null {
  let left = MOST_UNPACKED;
  let describedFrom = 0;
  for (const { index, 0: keyword } of text.matchAll(/(?<!end)stream(?:\r\n|\n|\r)/g)) {
    const description = text.slice(describedFrom, index);
    const start = index + keyword.length;
    describedFrom = Math.max(start, text.indexOf('endstream', start));
    if (objectList.test(description) && oddPacking.test(description)) return documentFaults.activePdf;
    const beginning = unpackStart(file.subarray(start, start + START_BYTES));
    const isList = /^[\s\0]*(?:%|\d+[\s\0]+\d)/.test(beginning) || listOrOutline.test(description);
    if (beginning === '' || !isList) continue;
    const content = unpackStream(file.subarray(start), left);
    if (content === null) return documentFaults.brokenPdf;
    left -= content.length;
    const fault = findNamedFault(content);
    if (fault) return fault;
  }
  return null;
}

/** Empty for what is not packed in the usual way. */
function unpackStart(packed: Uint8Array): string {
  try {
    return toText(inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }));
  } catch {
    return '';
  }
}

/** Null for a damaged stream, and for one that becomes too large. */
function unpackStream(packed: Uint8Array, most: number): string | null {
  try {
    return toText(inflateSync(packed, { maxOutputLength: Math.max(1, most) }));
  } catch {
    return null;
  }
}

async function* readFault({ file }: { file: Uint8Array }): AsyncGenerator<string | null> {
  yield findFault(file);
}

export { readFault as read };
