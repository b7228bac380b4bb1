/** Browsers have `URL.canParse` and `URL.parse` since 2023. Undefined when it is no address. */
export function parseAddress(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
