/** What the address of a list says: words of anybody's making. */
export type ListChoice = { category?: string | undefined; q?: string | undefined };

/** The category that the address names; anything else is all of them. */
export const chosenOf = <C extends string>(
  categories: readonly C[],
  { category }: ListChoice,
): C | undefined => categories.find((known) => known === category);

/** "1 item found", "12 items found". */
export const foundText = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many} found`;
