import {
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';

const LIST = '.package-lock.json';

/** Hard links take a second, copies much longer. */
export function linkPackages(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    // Tools write into these files in place, and a link would change the original.
    if (entry.name === LIST) copyFileSync(join(from, LIST), join(to, LIST));
    else if (entry.name === '.bin' || !entry.name.startsWith('.')) link(entry, from, to);
  }
}

function link(entry, from, to) {
  const [source, target] = [join(from, entry.name), join(to, entry.name)];
  if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
  else if (entry.isDirectory()) {
    mkdirSync(target);
    for (const inner of readdirSync(source, { withFileTypes: true })) link(inner, source, target);
  } else linkFile(source, target);
}

function linkFile(source, target) {
  try {
    linkSync(source, target);
  } catch (error) {
    if (error.code !== 'EXDEV') throw error;
    copyFileSync(source, target, constants.COPYFILE_FICLONE);
  }
}
