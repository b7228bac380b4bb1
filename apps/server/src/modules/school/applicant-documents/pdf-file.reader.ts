import { constants, inflateSync } from 'node:zlib';
import { serverDocumentFaults } from '@institute/contract/applicant-documents.constants';

// A PDF of a stranger comes in, and what is wrong with it goes out. Nothing is drawn: only names are looked for.

/** Of all lists of objects together, unpacked. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
/** Packed. Enough to see how a stream begins. */
const START_BYTES = 1024;
const TRAILER_BYTES = 4096;
/** A PDF for fast viewing has a first end near its beginning, with a zero in it. */
const endPattern = /startxref\s+0*[1-9]\d*\s+%%EOF/;

/** Each letter of a name may be written as `#` and its code. */
const makeLetterPattern = (letter: string): string => {
  const letterHexCode = letter.charCodeAt(0).toString(16);
  return `(?:${letter}|#${letterHexCode.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
};
const makeNamePattern = (...names: string[]): RegExp => {
  const namePatterns = names.map((name) => [...name].map(makeLetterPattern).join(''));
  return new RegExp(`/(?:${namePatterns.join('|')})(?=[\\s\\0()<>[\\]{}/%]|$)`);
};

const encryptionPattern = makeNamePattern('Encrypt');
/** So long that packed bytes do not have them by accident. A script always has the first one. */
const activeContentPattern = makeNamePattern(
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'ImportData',
  'SubmitForm',
  'XFA',
  // LibreOffice's "hybrid PDF" holds the document that it was made from
  'AdditionalStreams',
);
const objectListPattern = makeNamePattern('ObjStm');
const listOrOutlinePattern = makeNamePattern('ObjStm', 'First');
/** Ways to pack a list of objects that nobody uses but to hide them. */
const oddPackingPattern = makeNamePattern(
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

const toLatin1Text = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('latin1');

function findPdfFault(file: Uint8Array): string | null {
  const fileText = toLatin1Text(file);
  if (!endPattern.test(fileText.slice(-TRAILER_BYTES))) return serverDocumentFaults.brokenPdf;
  return findForbiddenNameFault(fileText) ?? findFaultInPackedObjects(file, fileText);
}

function findForbiddenNameFault(text: string): string | null {
  if (encryptionPattern.test(text)) return serverDocumentFaults.lockedPdf;
  return activeContentPattern.test(text) ? serverDocumentFaults.activePdf : null;
}

/** Objects may stand in a packed stream. What describes a stream may deceive, so its beginning counts as well. */
function findFaultInPackedObjects(file: Uint8Array, text: string): string | null {
  let unpackBytesLeft = MAX_UNPACKED_BYTES;
  let descriptionStart = 0;
  for (const { index, 0: keyword } of text.matchAll(/(?<!end)stream(?:\r\n|\n|\r)/g)) {
    const streamDescription = text.slice(descriptionStart, index);
    const streamStart = index + keyword.length;
    descriptionStart = Math.max(streamStart, text.indexOf('endstream', streamStart));
    if (objectListPattern.test(streamDescription) && oddPackingPattern.test(streamDescription))
      return serverDocumentFaults.activePdf;
    const unpackedBeginning = unpackStart(file.subarray(streamStart, streamStart + START_BYTES));
    const isObjectList =
      /^[\s\0]*(?:%|\d+[\s\0]+\d)/.test(unpackedBeginning) || listOrOutlinePattern.test(streamDescription);
    if (unpackedBeginning === '' || !isObjectList) continue;
    const unpackedContent = unpackStream(file.subarray(streamStart), unpackBytesLeft);
    if (unpackedContent === null) return serverDocumentFaults.brokenPdf;
    unpackBytesLeft -= unpackedContent.length;
    const contentFault = findForbiddenNameFault(unpackedContent);
    if (contentFault) return contentFault;
  }
  return null;
}

/** Empty for what is not packed in the usual way. */
function unpackStart(packed: Uint8Array): string {
  try {
    return toLatin1Text(inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }));
  } catch {
    return '';
  }
}

/** Null for a damaged stream, and for one that becomes too large. */
function unpackStream(packed: Uint8Array, most: number): string | null {
  try {
    return toLatin1Text(inflateSync(packed, { maxOutputLength: Math.max(1, most) }));
  } catch {
    return null;
  }
}

async function* readUnpackFault({ file }: { file: Uint8Array }): AsyncGenerator<string | null> {
  yield findPdfFault(file);
}

export { readUnpackFault as read };
