/**
 * Parses a web address. Undefined when it is none. Not all browsers have `URL.canParse` and `URL.parse`, which exist
 * since 2023.
 */
export function parseAddress(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
