/** The middle value. Of an even number, the higher of the two. */
export const median = (values: number[]): number => quantile(values, 0.5);

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
