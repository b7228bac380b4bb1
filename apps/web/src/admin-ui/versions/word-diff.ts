export type Part = { text: string; isOther: boolean };

/** Above this many pairs of words the comparison would take too long: then all between the ends counts as other. */
const MAX_PAIRS = 1_000_000;

/** Two texts in parts: what both have, and what only one of them has. */
export function wordDiff(one: string, two: string): [Part[], Part[]] {
  const [a, b] = [wordsOf(one), wordsOf(two)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  const shortest = Math.min(a.length, b.length) - start;
  while (end < shortest && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;

  const [middleA, middleB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const [keptA, keptB] = commonWords(middleA, middleB);
  const parts = (words: string[], isKept: (place: number) => boolean) =>
    joined(
      words.map((text, place) => {
        const isEnd = place < start || place >= words.length - end;
        return { text, isOther: !isEnd && !isKept(place - start) };
      }),
    );
  return [parts(a, (place) => keptA.has(place)), parts(b, (place) => keptB.has(place))];
}

/** Each with the space after it. */
const wordsOf = (text: string) => text.match(/\S+\s*|\s+/g) ?? [];

/** The places of the longest row of words that both have in the same order. */
function commonWords(a: string[], b: string[]): [Set<number>, Set<number>] {
  const [inA, inB] = [new Set<number>(), new Set<number>()];
  if (a.length * b.length > MAX_PAIRS) return [inA, inB];
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const isSame = a[i]?.trim() === b[j]?.trim();
      longest[i * width + j] = isSame ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i]?.trim() === b[j]?.trim()) {
      inA.add(i++);
      inB.add(j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return [inA, inB];
}

/** Neighbours of the same sort as one part. */
function joined(parts: Part[]): Part[] {
  const whole: Part[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (last?.isOther === part.isOther) last.text += part.text;
    else whole.push({ ...part });
  }
  return whole;
}
