// Lists the files of code that the checks read.
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './checkout.mjs';

/** Folders with code, relative to the root. */
export const sourceFolders = [
  ...['packages', 'apps'].flatMap((group) => readdirSync(join(root, group)).map((name) => join(group, name))),
  'infra',
];

export const codeFiles = sourceFolders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name) && !entry.name.endsWith('.gen.ts'),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file)),
);
