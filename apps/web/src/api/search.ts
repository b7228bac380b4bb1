const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether one of the texts holds what a visitor looks for, whatever its case and accents; as `q` does on the server. */
export function finds(wanted: string, texts: readonly string[]): boolean {
  const needle = fold(wanted.trim());
  return texts.some((text) => fold(text).includes(needle));
}
