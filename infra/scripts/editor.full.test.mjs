import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environment, root } from './checkout.mjs';

const withoutComments = (text) => text.replace(/^ *\/\/.*$/gm, '');
const { tasks } = JSON.parse(withoutComments(readFileSync(join(root, '.vscode/tasks.json'), 'utf8')));
const matchers = tasks.find(({ script }) => script === 'check').problemMatcher;

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'institute-editor-'));
  mkdirSync(join(folder, 'apps/web/src'), { recursive: true });
  writeFileSync(join(folder, 'apps/web/src/broken.ts'), "export const count: number = 'two';\ndebugger;\n");
  writeFileSync(join(folder, 'apps/web/tsconfig.json'), '{ "compilerOptions": { "noEmit": true } }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['types', 'tsc', ['-p', 'apps/web'], '1'],
  ['lint', 'biome', ['lint', 'apps/web/src/broken.ts'], '2'],
])('the editor finds file and line of what the check %s prints', (owner, program, words, line) => {
  const { pattern } = matchers.find((matcher) => matcher.owner === owner);
  for (const colours of [{ NO_COLOR: '1' }, { FORCE_COLOR: '1' }]) {
    const { stdout, stderr } = spawnSync(program, words, {
      cwd: folder,
      env: { ...environment, ...colours },
      encoding: 'utf8',
    });
    const lines = stripVTControlCharacters(stdout + stderr).split('\n');
    // As turbo prints them
    for (const start of ['', `@institute/web:${owner}: `]) {
      const match = lines.map((text) => new RegExp(pattern.regexp).exec(start + text)).find(Boolean);
      expect(match, stdout + stderr).toBeDefined();
      expect([match[pattern.file], match[pattern.line]]).toEqual(['apps/web/src/broken.ts', line]);
    }
  }
});

test('the checks of types run in the folder of the repository, so that files can be opened', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'apps/web/package.json'), 'utf8'));
  expect(scripts.types).toBe('cd ../.. && tsc -p apps/web');
});
