import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './checkout.mjs';

const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const { scripts, workspaces, allowScripts } = read('package.json');
const manifests = [
  'package.json',
  ...globSync(
    workspaces.map((folder) => `${folder}/package.json`),
    { cwd: root },
  ),
];
const filesOf = (folder, pattern) =>
  globSync(pattern, { cwd: join(root, folder), exclude: (name) => /^(node_modules|dist)$/.test(name) });

test('every script at the root installs the dependencies first', () => {
  const isSetUp = (name) => /setup\.mjs/.test(`${scripts[name]} ${scripts[`pre${name}`]}`);
  expect(Object.keys(scripts).filter((name) => !isSetUp(name))).toEqual([]);
});

test.each(manifests.slice(1))('every script of %s installs the dependencies first', (file) => {
  const { scripts: own = {} } = read(file);
  const isSetUp = (name) => /setup\.mjs/.test(`${own[name]} ${own[`pre${name}`]}`);
  expect(Object.keys(own).filter((name) => !name.startsWith('pre') && !isSetUp(name))).toEqual([]);
});

test('a script of a workspace has everything installed, not its workspace alone', () => {
  const line = `import('./infra/scripts/checkout.mjs').then(({ environment }) => console.log(Object.keys(environment).join()))`;
  const names = execFileSync(process.execPath, ['-e', line], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, npm_config_workspace: 'apps/web', npm_config_workspaces: 'true' },
  });
  expect(names).toContain('PATH');
  expect(names).not.toContain('npm_config_workspace');
});

test('every dependency has an exact version or a caret range', () => {
  const loose = manifests.flatMap((file) => {
    const { dependencies, devDependencies } = read(file);
    return Object.entries({ ...dependencies, ...devDependencies })
      .filter(([, version]) => !/^\^?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${file}: ${name} ${version}`);
  });
  expect(loose).toEqual([]);
});

test('the lock file has a hash of every package of a registry, and no address of one', () => {
  const locked = Object.entries(read('package-lock.json').packages).filter(
    // A package that brings others inside its own file has the hash of all.
    ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
  );
  expect(locked.length).toBeGreaterThan(500);
  expect(locked.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([]);
  expect(locked.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([]);
});

test('a dependency runs a script at its installation only if `allowScripts` names it', () => {
  const installed = Object.entries(read('package-lock.json').packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect([...new Set(installed)].sort()).toEqual(Object.keys(allowScripts).sort());
});

test('workflows and the image install by the set-up, which leaves out the scripts of other packages', () => {
  const files = [...globSync('.github/workflows/*.yml', { cwd: root }), 'infra/docker/Dockerfile'];
  const lines = files.flatMap((file) => readFileSync(join(root, file), 'utf8').split('\n'));
  expect(lines.filter((line) => /npm run|\.ci\/run/.test(line)).length).toBeGreaterThan(3);
  expect(lines.filter((line) => /npm (?:ci|install|i)\b/.test(line))).toEqual([]);
});

test('the bill of materials names what ships and what it is built with', () => {
  const [npm, ...options] = scripts.sbom.split(' > ')[0].split(' ');
  const { components } = JSON.parse(
    execFileSync(npm, options, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' }),
  );
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'react', '@mikro-orm/postgresql', 'vite']));
});

test.each(manifests.slice(1))('%s has the scripts that the check calls', (file) => {
  const folder = dirname(file);
  const own = read(file).scripts ?? {};
  if (filesOf(folder, 'tsconfig.json').length > 0) expect(own.types).toBeDefined();
  if (filesOf(folder, '**/*.test.{ts,tsx,mjs}').length === 0) return;
  // infra/scripts/test.mjs reads the report
  const report = '--reporter=json --outputFile.json=test-results/vitest.json';
  expect(own.test).toBe(`vitest run --reporter=default ${report}`);
});

test('every test that the report on reliability names is there', () => {
  const text = readFileSync(join(root, 'docs/reliability.md'), 'utf8');
  const named = Array.from(
    text.matchAll(/`((?:apps|infra|packages)\/[^`]*\.(?:test|spec)\.\w+)`/g),
    ([, file]) => file,
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
