const SIZE = 500;

/** Other requests are answered between the statements of a bulk action. */
export function* inBatches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += SIZE) yield items.slice(start, start + SIZE);
}
