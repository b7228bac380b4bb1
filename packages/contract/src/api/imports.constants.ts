export const importPath = '/api/imports';

export const importKinds = ['wordpress', 'alumni', 'coaches', 'programs'] as const;
export type ImportKind = (typeof importKinds)[number];

export const importStates = ['planned', 'running', 'done', 'failed', 'undone'] as const;

/** Characters of one text, pictures, and levels of nested tags that no honest file reaches. */
export const siteImportLimits = {
  bytes: 200 * 1024 * 1024,
  items: 20_000,
  characters: 5_000_000,
  depth: 60,
  pictures: 20_000,
  unpackedBytes: 256 * 1024 * 1024,
} as const;

/** `titles`: some of the items that had it. */
export interface LeftOut {
  what: string;
  count: number;
  titles: string[];
}
