import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTemporaryFolder } from './testing/processes/temporary-folder.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;
beforeEach(() => {
  folder = makeTemporaryFolder();
  for (const dir of ['src', 'home']) mkdirSync(join(folder.path, dir));
  cpSync(join(import.meta.dirname, '../launch.mjs'), join(folder.path, 'launch.mjs'));
  writeFileSync(join(folder.path, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder.path, 'src/main.ts'),
    'console.log(process.execArgv.join(), process.argv.at(-1) as string, process.env.MALLOC_ARENA_MAX);',
  );
});
afterEach(() => folder.remove());

const home = () => join(folder.path, 'home');
const started = (env: Record<string, string> = {}) =>
  execFileSync(process.execPath, [join(folder.path, 'launch.mjs'), '--given'], {
    encoding: 'utf8',
    cwd: folder.path,
    env: { PATH: process.env.PATH, HOME: home(), ...env },
    timeout: 60_000,
  }).trim();

test.skipIf(process.platform === 'win32')('runs the sources in a small heap, with what it was given', () => {
  expect(started()).toBe('--max-semi-space-size=16,--max-old-space-size=384 --given 2');
  expect(started({ MALLOC_ARENA_MAX: '4' })).toContain('--given 4');
});

test('keeps compiled code in the home of its user, and starts without one', () => {
  started();
  expect(readdirSync(join(home(), '.cache/institute'))).toEqual(['node']);
  expect(readdirSync(folder.path)).not.toContain('node_modules');

  rmSync(home(), { recursive: true });
  writeFileSync(home(), 'a file is in the way');
  expect(started()).toContain('--given');
});
