import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from './testing/temporary-folder.ts';

const RELEASED_AT = 1_000_000;

let folder: ReturnType<typeof temporaryFolder>;
let server: string;
beforeEach(() => {
  folder = temporaryFolder();
  server = join(folder.path, 'apps/server');
  for (const dir of ['src', 'releases/one', '../../home']) mkdirSync(join(server, dir), { recursive: true });
  cpSync(join(import.meta.dirname, '../launch.mjs'), join(server, 'launch.mjs'));
  mkdirSync(join(folder.path, 'apps/web/releases'), { recursive: true });
  mkdirSync(join(folder.path, 'apps/admin/releases'), { recursive: true });
  write('../web/releases/current', 'old');
  write('../admin/releases/current', 'former');
  write('package.json', '{ "type": "module" }');
  write('src/main.ts', "console.log('sources');");
  write('releases/one/main.js', "console.log('bundle');");
  write('releases/one/sources.json', '["../../src/main.ts"]');
  write('releases/current', 'one');
  changeAt('src/main.ts', RELEASED_AT - 1);
  changeAt('releases/current', RELEASED_AT);
});
afterEach(() => folder.remove());

const write = (name: string, text: string) => writeFileSync(join(server, name), text);
const changeAt = (name: string, time: number) => utimesSync(join(server, name), time, time);
const home = () => join(folder.path, 'home');
const started = (...words: string[]) =>
  execFileSync(process.execPath, [join(server, 'launch.mjs'), ...words], {
    encoding: 'utf8',
    cwd: folder.path,
    env: { PATH: process.env.PATH, HOME: home() },
    timeout: 60_000,
  }).trim();

test('a start runs the bundle of the current release', () => {
  expect(started()).toBe('bundle');
});

test('keeps compiled code in the home of its user, and starts without one', () => {
  expect(started()).toBe('bundle');
  expect(readdirSync(join(home(), '.cache/institute'))).toEqual(['node']);
  expect(readdirSync(folder.path)).not.toContain('node_modules');

  rmSync(home(), { recursive: true });
  writeFileSync(home(), 'a file is in the way');
  expect(started()).toBe('bundle');
});

test('after a change of a source, without one, and without a release it runs the sources', () => {
  changeAt('src/main.ts', RELEASED_AT + 1);
  expect(started()).toBe('sources');

  changeAt('src/main.ts', RELEASED_AT - 1);
  write('releases/one/sources.json', '["../../src/main.ts", "../../src/removed.ts"]');
  expect(started()).toBe('sources');

  rmSync(join(server, 'releases'), { recursive: true });
  expect(started()).toBe('sources');
});

/** Becomes a primary that starts a child after another release has become the current one. */
const PRIMARY = `
  import cluster from 'node:cluster';
  import { writeFileSync } from 'node:fs';
  console.log(cluster.isPrimary ? 'primary' : 'child ' + process.argv.at(-1));
  process.disconnect?.();
  if (cluster.isPrimary) {
    for (const place of ['/../current', '/../../../web/releases/current', '/../../../admin/releases/current'])
      writeFileSync(import.meta.dirname + place, 'two');
    cluster.fork();
  }`;

test('a process that replaces another one runs the release with which the first was started', () => {
  cpSync(join(server, 'releases/one'), join(server, 'releases/two'), { recursive: true });
  write('releases/two/main.js', "console.log('bundle'); process.disconnect?.();");
  write('releases/one/main.js', PRIMARY);

  expect(started().split('\n')).toEqual(['primary', 'child --pages=old/former']);
  // the next primary takes the current release
  expect(started(`--entry=${join(server, 'releases/one/main.js')}`)).toBe('bundle');
});
