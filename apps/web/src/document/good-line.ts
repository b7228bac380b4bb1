type LineHints = { connection?: { effectiveType?: string; saveData?: boolean }; deviceMemory?: number };

/** Whether scripts cost little, by what the browser says of the line and the phone. Most say nothing. */
export function isGoodLine(hints: object): boolean {
  const { connection = {}, deviceMemory = 8 } = hints as LineHints;
  const { effectiveType = '4g', saveData = false } = connection;
  return effectiveType === '4g' && !saveData && deviceMemory > 2;
}
