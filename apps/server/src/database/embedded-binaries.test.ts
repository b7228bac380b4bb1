import {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRoot } from '../data-dir.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { keepCopy } from './embedded-binaries.ts';

let folder: ReturnType<typeof temporaryFolder>;
let from: string;
let to: string;
beforeEach(() => {
  folder = temporaryFolder();
  from = join(folder.path, 'from');
  to = join(folder.path, 'to');
  mkdirSync(join(from, 'bin'), { recursive: true, mode: 0o700 });
  writeFileSync(join(from, 'bin', 'postgres'), 'program', { mode: 0o700 });
  symlinkSync('postgres', join(from, 'bin', 'link'));
});
afterEach(() => folder.remove());

const program = () => readFileSync(join(to, 'bin', 'link'), 'utf8');

test.runIf(isRoot)('copies for everybody to run and nobody to change, whatever the umask was', () => {
  expect(keepCopy(from, to)).toBe(true);
  expect(program()).toBe('program');
  expect(statSync(join(to, 'bin', 'postgres')).mode & 0o777).toBe(0o755);
  expect(statSync(to).mode & 0o777).toBe(0o755);
});

test.runIf(isRoot)('copies for one user alone', () => {
  expect(keepCopy(from, to, { uid: 65_534, gid: 65_534 })).toBe(true);
  expect(statSync(to)).toMatchObject({ uid: 65_534, gid: 65_534 });
  expect(statSync(to).mode & 0o777).toBe(0o700);
});

test.runIf(isRoot)('copies again what has lost a file or changed its size, and else leaves it', () => {
  keepCopy(from, to);
  const { ino } = statSync(to);
  keepCopy(from, to);
  expect(statSync(to).ino).toBe(ino);

  rmSync(join(to, 'bin', 'postgres'));
  keepCopy(from, to);
  expect(program()).toBe('program');
});

test.runIf(isRoot)('runs nothing from a folder that somebody else prepared', () => {
  mkdirSync(to);
  chownSync(to, 65_534, 65_534);
  expect(keepCopy(from, to)).toBe(false);
  chownSync(to, 0, 0);
  chmodSync(to, 0o777);
  expect(keepCopy(from, to)).toBe(false);
});
