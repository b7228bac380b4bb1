import { readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Files of installed packages that no tool and no test of this repository reads. They are a quarter of an installation.
 * Node never runs TypeScript below `node_modules`, and the types of a package are in its `.d.ts` files.
 */
const unread = [
  /\.map$/,
  /\.(?:md|markdown|flow)$/i,
  /(?<!\.d)\.[cm]?tsx?$/,
  // static libraries
  /\.a$/,
];
/** Folders at the root of a package. */
const unreadFolders = ['test', 'tests', '__tests__', '.yarn'];
/** The C headers of Node, for add-ons that are compiled on the spot. */
const headers = /^node\/node_modules\/node-[^/]+\/include$/;
/** Icons by a name at run time, and by other names. Ours are imported by their own. */
const ofPackages = /^lucide-react\/(?:dynamic|dist\/lucide-react\.(?:pre|suf)fixed)/;

/** Removes them, and leaves the packages as npm knows them. */
export function removeUnreadFiles(modules) {
  sweep(modules, '');
  // npm trusts its own list only while nothing below is newer
  const now = new Date();
  utimesSync(join(modules, '.package-lock.json'), now, now);
}

function sweep(modules, folder) {
  for (const entry of readdirSync(join(modules, folder), { withFileTypes: true })) {
    const name = folder ? `${folder}/${entry.name}` : entry.name;
    const path = join(modules, name);
    if (entry.isDirectory()) {
      if (isUnreadFolder(name)) rmSync(path, { recursive: true });
      else if (!/^\.[^/]+$/.test(name)) sweep(modules, name);
    } else if (
      entry.isFile() &&
      (ofPackages.test(name) || unread.some((pattern) => pattern.test(entry.name)))
    ) {
      rmSync(path);
    }
  }
}

function isUnreadFolder(name) {
  const parts = name.replace(/^.*\/node_modules\//, '').split('/');
  const isAtRoot = parts.length === (parts[0].startsWith('@') ? 3 : 2);
  return headers.test(name) || (isAtRoot && unreadFolders.includes(parts.at(-1)));
}
