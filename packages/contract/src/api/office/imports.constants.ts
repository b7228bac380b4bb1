export const importPath = '/api/imports';

export const importKinds = ['wordpress', 'alumni', 'coaches', 'programs'] as const;
export type ImportKind = (typeof importKinds)[number];

export const importStates = ['planned', 'running', 'done', 'failed', 'undone'] as const;

/** What a file brings. A page at an address of the site itself is `builtIn`, so that somebody decides about it. */
export const plannedKinds = [
  'post',
  'page',
  'draft',
  'builtIn',
  'program',
  'coach',
  'alumni',
  'picture',
  'document',
] as const;
export type PlannedKind = (typeof plannedKinds)[number];

/** `move`: the page becomes a page of its own, at a free address. `replace`: its text becomes that of the page here. */
export const builtInChoices = ['move', 'replace', 'leave'] as const;
export type BuiltInChoice = (typeof builtInChoices)[number];

/**
 * Numbers that no honest file reaches. `items` are also the lines of a table. A text that has more than
 * `textCharacters` is left out; one of more than `characters` ends the import.
 */
export const siteImportLimits = {
  bytes: 200 * 1024 * 1024,
  items: 20_000,
  textCharacters: 200_000,
  characters: 5_000_000,
  depth: 60,
  pictures: 20_000,
  category: 200,
  menu: 100,
  unpackedBytes: 256 * 1024 * 1024,
} as const;

/** `titles`: some of the items that had it. */
export interface LeftOut {
  what: string;
  count: number;
  titles: string[];
}

/** The menu of the site has one level. Entries below one that is not imported move to the top. */
export function nestMenuEntries<T extends { entry: string | null; isBelow: boolean }>(
  entries: readonly T[],
): (T & { below: boolean })[] {
  let hasTop = false;
  return entries.map((one) => {
    if (!one.isBelow) hasTop = one.entry !== null;
    return { ...one, below: one.isBelow && hasTop };
  });
}
