export const importPath = '/api/imports';

export const importKinds = ['wordpress', 'alumni', 'coaches', 'programs'] as const;
export type ImportKind = (typeof importKinds)[number];

export const importStates = ['planned', 'running', 'done', 'failed', 'undone'] as const;

/**
 * Kinds of items in a file. A page at an address that the site has itself is `builtIn`, so that somebody decides
 * about it.
 */
export const plannedImportKinds = [
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
export type PlannedImportKind = (typeof plannedImportKinds)[number];

/** `move` makes the page a page of its own at a free address. `replace` puts its text on the page here. */
export const builtInChoices = ['move', 'replace', 'leave'] as const;
export type BuiltInChoice = (typeof builtInChoices)[number];

/**
 * Limits that no honest file reaches. `items` also limits the lines of a table. A text with more than
 * `textCharacters` is left out. A text with more than `characters` ends the import.
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

/** Content that an import leaves out. `titles` are those of some items that have it. */
export interface LeftOutContent {
  what: string;
  count: number;
  titles: string[];
}

/** Nests menu entries in one level below the first. Entries below one that is not imported move to the first level. */
export function nestMenuEntries<T extends { entry: string | null; isBelow: boolean }>(
  entries: readonly T[],
): (T & { below: boolean })[] {
  let hasTopEntry = false;
  return entries.map((one) => {
    if (!one.isBelow) hasTopEntry = one.entry !== null;
    return { ...one, below: one.isBelow && hasTopEntry };
  });
}
