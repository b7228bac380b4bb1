/** The encoding that the first bytes of a file show. Null for a file that is no text, and for a web page. */
export function findTextEncoding(firstBytes: Uint8Array): 'utf-16le' | 'utf-8' | null {
  if (firstBytes[0] === 0xff && firstBytes[1] === 0xfe) return 'utf-16le';
  const beginning = firstBytes.subarray(0, 4096);
  const isNoText =
    beginning.includes(0) ||
    /^(?:\xef\xbb\xbf)?\s*(?:%PDF|<)/.test(new TextDecoder('latin1').decode(beginning));
  return isNoText ? null : 'utf-8';
}

/**
 * Reads the text of a file. Null for a file that is no text, such as a spreadsheet, a PDF or a picture, and for a web
 * page. Besides UTF-8, Excel writes two other encodings.
 */
export function readFileText(bytes: Uint8Array): string | null {
  const encoding = findTextEncoding(bytes);
  if (encoding === null) return null;
  try {
    return new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
