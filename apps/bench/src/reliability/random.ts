export interface Random {
  /** At least `from`, below `to`. */
  between(from: number, to: number): number;
  shuffled<T>(items: readonly T[]): T[];
}

/** Repeatable random numbers (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    between: (from, to) => from + next() * (to - from),
    shuffled: (items) =>
      items
        .map((item) => ({ item, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
  };
}
