import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isReleased, storeRelease } from './release.mjs';

let web;
beforeEach(() => {
  web = mkdtempSync(join(tmpdir(), 'institute-web-'));
});
afterEach(() => rmSync(web, { recursive: true, force: true }));

function releaseOf(content) {
  mkdirSync(join(web, 'dist/client'), { recursive: true });
  writeFileSync(join(web, 'dist/client/page.js'), content);
  storeRelease(web);
  return join(web, 'releases', readFileSync(join(web, 'releases/current'), 'utf8'));
}
const page = (folder) => readFileSync(join(folder, 'client/page.js'), 'utf8');

test('a release is a copy that no later build touches', () => {
  const one = releaseOf('one');
  const two = releaseOf('two');
  expect([page(one), page(two)]).toEqual(['one', 'two']);
  expect(isReleased(web)).toBe(true);
});

test('the same build is the same release, also when it comes back', () => {
  const one = releaseOf('one');
  const two = releaseOf('two');
  expect(releaseOf('one')).toBe(one);
  expect(readdirSync(join(web, 'releases')).sort()).toEqual(
    ['current', ...[one, two].map((folder) => folder.slice(-12))].sort(),
  );
});

test('the three releases before the current one stay, and what an interrupted copy left goes', () => {
  mkdirSync(join(web, 'releases/.half-1'), { recursive: true });
  utimesSync(join(web, 'releases/.half-1'), 0, 0);
  const folders = ['one', 'two', 'three', 'four', 'five'].map((name, at) => {
    const folder = releaseOf(name);
    const releasedAt = new Date(Date.now() - (10 - at) * 60_000);
    utimesSync(folder, releasedAt, releasedAt);
    return folder;
  });
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, true, true, true, true]);
  expect(existsSync(join(web, 'releases/.half-1'))).toBe(false);
});

test('a release whose folder is gone does not count', () => {
  const one = releaseOf('one');
  rmSync(one, { recursive: true });
  expect(isReleased(web)).toBe(false);
  expect(page(releaseOf('one'))).toBe('one');
});
