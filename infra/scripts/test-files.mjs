// Which test files a run chooses by a word or by what has changed.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './checkout.mjs';

const listWithGit = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\n')
    .filter((file) => file && existsSync(join(root, file)));

const isTest = (file) => /\.(test|spec)\.(ts|tsx|mjs)$/.test(file);
const allFiles = () => listWithGit('ls-files', '--cached', '--others', '--exclude-standard');

const hasTests = (folder) => {
  const file = join(root, folder, 'package.json');
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).scripts?.test !== undefined;
};

/** The folders in which vitest runs. */
export const testedWorkspaces = () =>
  ['packages', 'apps']
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))
    .concat('infra')
    .filter(hasTests);

export function testFilesWith(words) {
  return allFiles().filter((file) => isTest(file) && words.some((word) => file.includes(word)));
}

/**
 * Stories that changed themselves, and those named after a feature or module with a changed file: a change in
 * `features/programs` chooses `program-detail.spec.ts`.
 */
export function changedStories(since = 'HEAD', files = allFiles()) {
  const changed = [
    ...listWithGit('diff', '--name-only', since),
    ...listWithGit('ls-files', '--others', '--exclude-standard'),
  ];
  return storiesNamedAfter(changed, files);
}

export function storiesNamedAfter(changed, files) {
  const subjects = new Set(
    changed.flatMap((file) => /\/(?:features|modules)\/([^/]+)/.exec(file)?.[1] ?? []),
  );
  const words = [...subjects].map((subject) => subject.replace(/s$/, ''));
  const isNamedAfter = (file) => !file.includes('.full.') && words.some((word) => file.includes(word));
  return files.filter((file) => file.endsWith('.spec.ts') && (changed.includes(file) || isNamedAfter(file)));
}
