/**
 * Reads the text of a file. Null for a file that is no text, such as a spreadsheet, a PDF or a picture, and for a web
 * page. Besides UTF-8, Excel writes two other encodings.
 */
export function readFileText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  const firstBytes = bytes.subarray(0, 4096);
  if (
    firstBytes.includes(0) ||
    /^(?:\xef\xbb\xbf)?\s*(?:%PDF|<)/.test(new TextDecoder('latin1').decode(firstBytes))
  )
    return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
