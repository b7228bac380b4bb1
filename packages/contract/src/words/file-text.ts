/**
 * Null for a file of another kind: a spreadsheet, a PDF, a picture, a web page. Excel writes two kinds of text
 * besides UTF-8.
 */
export function readFileText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  const head = bytes.subarray(0, 4096);
  if (head.includes(0) || /^(?:\xef\xbb\xbf)?\s*(?:%PDF|<)/.test(new TextDecoder('latin1').decode(head)))
    return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
