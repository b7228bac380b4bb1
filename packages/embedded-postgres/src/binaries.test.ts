import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyBinaries } from './binaries.ts';
import { isProcessOfRoot } from './user.ts';

let folder: string;
let from: string;
let to: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'institute-'));
  from = join(folder, 'from');
  to = join(folder, 'to');
  mkdirSync(join(from, 'bin'), { recursive: true, mode: 0o700 });
  writeFileSync(join(from, 'bin', 'postgres'), 'program', { mode: 0o700 });
  symlinkSync('postgres', join(from, 'bin', 'link'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const program = () => readFileSync(join(to, 'bin', 'link'), 'utf8');

test.runIf(isProcessOfRoot)(
  'makes a copy that everybody may run and nobody may change, whatever the umask was',
  () => {
    expect(copyBinaries(from, to)).toBe(true);
    expect(program()).toBe('program');
    expect(statSync(join(to, 'bin', 'postgres')).mode & 0o777).toBe(0o755);
    expect(statSync(to).mode & 0o777).toBe(0o755);
  },
);

test.runIf(isProcessOfRoot)('makes a copy that is private to one user', () => {
  expect(copyBinaries(from, to, { uid: 65_534, gid: 65_534 })).toBe(true);
  expect(statSync(to)).toMatchObject({ uid: 65_534, gid: 65_534 });
  expect(statSync(to).mode & 0o777).toBe(0o700);
});

test.runIf(isProcessOfRoot)('copies again only when a file is missing or has another size', () => {
  copyBinaries(from, to);
  const { ino } = statSync(to);
  copyBinaries(from, to);
  expect(statSync(to).ino).toBe(ino);

  rmSync(join(to, 'bin', 'postgres'));
  copyBinaries(from, to);
  expect(program()).toBe('program');
});

test.runIf(isProcessOfRoot)('refuses a folder that somebody else owns or may write', () => {
  mkdirSync(to);
  chownSync(to, 65_534, 65_534);
  expect(copyBinaries(from, to)).toBe(false);
  chownSync(to, 0, 0);
  chmodSync(to, 0o777);
  expect(copyBinaries(from, to)).toBe(false);
});
