/** The hashes with the one at `from` at the place `to`. */
export const movePage = (hashes: readonly string[], from: number, to: number): string[] => {
  const otherHashes = hashes.filter((_, at) => at !== from);
  return [...otherHashes.slice(0, to), ...hashes.slice(from, from + 1), ...otherHashes.slice(to)];
};

/** The new page stands where the old one was, which follows it until it is removed. */
export const replacePage = (hashes: readonly string[], added: string, old: string, at: number): string[] => {
  const others = hashes.filter((hash) => hash !== added && hash !== old);
  const newAndOldHash = hashes.includes(old) ? [added, old] : [added];
  return [...others.slice(0, at), ...newAndOldHash, ...others.slice(at)];
};
