import { createReadStream } from 'node:fs';
import { findTextEncoding } from '@institute/contract/file-text';
import { FileRefusal } from '../../../background/file-refusal.ts';

export const UNREADABLE_LETTERS = 'Letters of this file cannot be read. Save it as “CSV UTF-8”.';

const readBytes = (file: string) => createReadStream(file) as AsyncIterable<Buffer>;

/**
 * Finds the encoding of a file that is too large for `readFileText`, which reads the same ones. A file with both
 * letters of UTF-8 and others is damaged UTF-8.
 */
export async function findFileEncoding(file: string): Promise<string> {
  const decoder = new TextDecoder();
  let isFirstChunk = true;
  let hasOtherLetters = false;
  for await (const bytes of readBytes(file)) {
    if (isFirstChunk) {
      const encoding = findTextEncoding(bytes);
      if (!encoding) throw new FileRefusal('This is no text file. Save it as “CSV UTF-8”.');
      if (encoding !== 'utf-8') return encoding;
      isFirstChunk = false;
    }
    const chunk = decoder.decode(bytes, { stream: true });
    if (/[^\p{ASCII}\ufffd]/u.test(chunk)) return 'utf-8';
    hasOtherLetters ||= chunk.includes('\ufffd');
  }
  return hasOtherLetters ? 'windows-1252' : 'utf-8';
}

/** Streams the text of a file. Windows has no letters for five bytes, which become control characters. */
export async function* readTextChunks(file: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of readBytes(file)) {
    const chunk = decoder.decode(bytes, { stream: true });
    if (encoding === 'windows-1252' && /[\x80-\x9f]/.test(chunk)) throw new FileRefusal(UNREADABLE_LETTERS);
    yield chunk;
  }
  yield decoder.decode();
}
