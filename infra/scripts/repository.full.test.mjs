import { execSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
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

const isPre = (name) => /^pre/.test(name);

test('only `start`, `test` and `dev` set up a fresh clone, and every other script asks for it', () => {
  const names = Object.keys(scripts);
  expect(names.filter(isPre).sort()).toEqual(['predev', 'prestart', 'pretest']);
  expect(names.length).toBeLessThanOrEqual(20);

  const others = names.filter((name) => !isPre(name) && !names.includes(`pre${name}`));
  expect(others.length).toBeGreaterThan(8);
  const asking = /^node infra\/scripts\/(?:setup\.mjs --(?:check|without-install)\b|test\.mjs )/;
  expect(others.filter((name) => !asking.test(scripts[name]))).toEqual([]);

  // `setup.full.test.mjs` tries setup.mjs
  const clone = mkdtempSync(join(tmpdir(), 'institute-clone-'));
  for (const file of ['package.json', 'package-lock.json', 'infra/scripts']) {
    cpSync(join(root, file), join(clone, file), { recursive: true });
  }
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'check'], { cwd: clone, encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    1,
    'The modules are missing, or not those of package-lock.json: run npm ci first.\n',
  ]);
  rmSync(clone, { recursive: true });
});

test('the lock file has a hash of every package of a registry, and no address of one', () => {
  const locked = Object.entries(read('package-lock.json').packages).filter(
    // A bundled package is covered by the hash of the package around it.
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

test.each(['infra/docker/Dockerfile', ...globSync('.github/workflows/*.yml', { cwd: root })])(
  '%s installs as the product does, without the scripts of other packages',
  (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    expect(text).not.toMatch(/npm (?:ci|i|install|add|update)\b/);
    if (/npm (?:run|pack)/.test(text)) expect(text).toContain('node infra/scripts/setup.mjs --without-build');
  },
);

test('the bill of materials names what ships and what it is built with', () => {
  const release = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
  const [, command] = /run: (npm sbom .*) > sbom\.cdx\.json/.exec(release);
  const { components } = JSON.parse(execSync(command, { cwd: root, encoding: 'utf8' }));
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'react', '@mikro-orm/postgresql', 'vite']));
});

/** Folders that `npm ci` installs on this machine, in production `npm ci --omit=dev`. */
const listInstalled = ({ isProduction }) =>
  Object.entries(read('package-lock.json').packages)
    .filter(([name, { dev, link }]) => name.includes('node_modules/') && !link && !(isProduction && dev))
    .map(([name]) => join(root, name))
    .filter((folder) => existsSync(folder));

/** Bytes, because the number of blocks depends on the disk. Links give a file two names, and it counts once. */
function installedMb(kind) {
  const files = new Map();
  for (const folder of listInstalled(kind)) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isDirectory()) continue;
      const { ino, size } = lstatSync(join(entry.parentPath, entry.name));
      files.set(ino, size);
    }
  }
  return [...files.values()].reduce((sum, size) => sum + size, 0) / 1e6;
}

test.each([
  ['with', false, 920],
  ['without', true, 350],
])('an installation %s development tools takes at most its megabytes', (_, isProduction, mostMb) => {
  const megabytes = installedMb({ isProduction });
  expect(megabytes).toBeGreaterThan(50);
  expect(megabytes).toBeLessThanOrEqual(mostMb);
});

test('what the pages are built from is not part of a production install', () => {
  const names = listInstalled({ isProduction: true }).map((name) => name.replace(/.*node_modules\//, ''));
  expect(names).toContain('fastify');
  for (const tool of ['react', 'react-dom', 'lucide-react', 'vite', 'turbo', 'node', '@biomejs/biome']) {
    expect(names).not.toContain(tool);
  }
});

test.each(manifests.slice(1))('%s has the script that checks its types', (file) => {
  if (filesOf(dirname(file), 'tsconfig.json').length > 0) expect(read(file).scripts?.types).toBeDefined();
});
