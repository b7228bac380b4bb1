/** The hashes with the one at `from` at the place `to`. */
export const movePage = (hashes: readonly string[], from: number, to: number): string[] => {
  const otherHashes = hashes.filter((_, at) => at !== from);
  return [...otherHashes.slice(0, to), ...hashes.slice(from, from + 1), ...otherHashes.slice(to)];
};
