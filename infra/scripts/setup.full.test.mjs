import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeSetUpAddress } from './checkout.mjs';

/** Replaces turbo: records its run and leaves a build's result. */
const TURBO = `#!/usr/bin/env node
import { appendFileSync, mkdirSync } from 'node:fs';
appendFileSync('builds', 'x');
for (const dir of ['web/dist/client', 'web/dist/server', 'admin/dist/client']) mkdirSync('apps/' + dir, { recursive: true });
`;

let checkout;
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'institute-checkout-'));
  cpSync(import.meta.dirname, join(checkout, 'infra', 'scripts'), { recursive: true });
  write('package.json', { name: 'checkout', private: true, workspaces: ['packages/*'] });
  write('packages/turbo/package.json', { name: 'turbo', version: '1.0.0', type: 'module', bin: 'turbo.js' });
  write('packages/turbo/turbo.js', TURBO);
  chmodSync(join(checkout, 'packages/turbo/turbo.js'), 0o755);
  write('apps/web/src/page.tsx', 'one');
  write('package-lock.json', {
    name: 'checkout',
    lockfileVersion: 3,
    packages: {
      '': { name: 'checkout', workspaces: ['packages/*'] },
      'node_modules/turbo': { resolved: 'packages/turbo', link: true },
      'packages/turbo': { version: '1.0.0', bin: { turbo: 'turbo.js' } },
    },
  });
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

function write(name, content) {
  const file = join(checkout, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

const read = (name) => JSON.parse(readFileSync(join(checkout, name), 'utf8'));

const startSetUp = (...args) =>
  spawn('node', [join(checkout, 'infra/scripts/setup.mjs'), ...args], { cwd: tmpdir() });

async function setUp(...args) {
  return ended(startSetUp(...args));
}

async function ended(child) {
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code, said };
}

const builds = () =>
  existsSync(join(checkout, 'builds')) ? readFileSync(join(checkout, 'builds'), 'utf8').length : 0;
const done = { code: 0, said: '' };
const built = { code: 0, said: 'Building what changed …\n' };
const refused = {
  code: 1,
  said: 'The modules are missing, or not those of package-lock.json: run npm ci first.\n',
};

test('two at once wait for a set-up until it is killed, then install once, and both succeed', async () => {
  const source = `require('node:net').createServer().listen(${JSON.stringify(makeSetUpAddress(`${checkout}/`))}, () => console.log('holds'))`;
  const holder = spawn('node', ['-e', source]);
  await once(holder.stdout, 'data');
  const children = [startSetUp(), startSetUp()];
  // Each has found that nothing is installed, and says that it waits
  await Promise.all(children.map(({ stderr }) => once(stderr, 'readable')));
  holder.kill('SIGKILL');
  const both = await Promise.all(children.map(ended));
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  for (const { said } of both)
    expect(said).toMatch(/^Waiting for the set-up that another process is doing …\n/);
  expect(both.filter(({ said }) => said.includes('Installing'))).toHaveLength(1);
});

function addPackagesWithScripts() {
  const postinstall = `node -e "require('node:fs').writeFileSync('ran', '')"`;
  for (const name of ['allowed', 'other']) {
    write(`packages/${name}/package.json`, { name, version: '1.0.0', scripts: { postinstall } });
  }
  write('package.json', { ...read('package.json'), allowScripts: { allowed: true, absent: true } });
  const lock = read('package-lock.json');
  for (const name of ['allowed', 'other']) {
    lock.packages[`node_modules/${name}`] = { resolved: `packages/${name}`, link: true };
    lock.packages[`packages/${name}`] = { version: '1.0.0', hasInstallScript: true };
  }
  write('package-lock.json', lock);
}
const hasRun = (name) => existsSync(join(checkout, 'packages', name, 'ran'));

test('runs scripts of those packages only that `allowScripts` names', async () => {
  addPackagesWithScripts();
  expect((await setUp('--without-build')).code).toBe(0);
  expect([hasRun('allowed'), hasRun('other')]).toEqual([true, false]);
});

test('installs once where it may, and again when the lock file changed or npm was interrupted', async () => {
  expect(await setUp('--check')).toEqual(refused);
  expect(await setUp('--without-install')).toEqual(refused);
  await setUp();
  expect(await setUp('--check')).toEqual(done);
  expect(await setUp('--without-install')).toEqual(built);
  expect(await setUp()).toEqual(built);
  expect(await setUp('--without-build')).toEqual(done);
  expect(builds()).toBe(3);

  const lock = read('package-lock.json');
  lock.packages['node_modules/new'] = { resolved: 'packages/new', link: true };
  lock.packages['packages/new'] = { version: '1.0.0' };
  write('packages/new/package.json', { name: 'new', version: '1.0.0' });
  write('package-lock.json', lock);
  expect((await setUp()).said).toContain('Installing');

  for (const name of readdirSync(join(checkout, 'node_modules'))) {
    if (name !== 'turbo') rmSync(join(checkout, 'node_modules', name), { recursive: true });
  }
  expect((await setUp()).said).toContain('Installing');
});

test('keeps what was installed by hand from the same lock file', async () => {
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund'], { cwd: checkout, stdio: 'ignore' });
  await once(npm, 'exit');
  expect(await setUp('--without-build')).toEqual(done);
});

test('installs again what was installed by hand without the scripts of packages', async () => {
  const preinstall = `node -e "fs.mkdirSync('bin'); fs.symlinkSync(process.execPath, 'bin/node')"`;
  const node = { name: 'node', version: '1.0.0', bin: 'bin/node' };
  write('packages/node/package.json', { ...node, scripts: { preinstall } });
  write('package.json', { ...read('package.json'), allowScripts: { node: true } });
  const lock = read('package-lock.json');
  lock.packages['node_modules/node'] = { resolved: 'packages/node', link: true };
  lock.packages['packages/node'] = { version: '1.0.0', hasInstallScript: true, bin: { node: 'bin/node' } };
  write('package-lock.json', lock);
  const npm = spawn('npm', ['ci', '--ignore-scripts'], { cwd: checkout, stdio: 'ignore' });
  expect((await once(npm, 'exit'))[0]).toBe(0);

  expect(await setUp('--without-build')).toMatchObject({ code: 0 });
  expect(existsSync(join(checkout, 'node_modules/.bin/node'))).toBe(true);
});

/** The result is like that of `npm ci --omit=dev`, with one dependency besides the tools. */
async function installForProduction() {
  write('packages/core/package.json', { name: 'core', version: '1.0.0' });
  const lock = read('package-lock.json');
  Object.assign(lock.packages, {
    'node_modules/turbo': { resolved: 'packages/turbo', link: true, dev: true },
    'node_modules/tool': { version: '1.0.0', dev: true },
    'node_modules/core': { version: '1.0.0' },
  });
  write('package-lock.json', lock);
  write('node_modules/core/package.json', { name: 'core', version: '1.0.0' });
  write('node_modules/.package-lock.json', { packages: { 'node_modules/core': { version: '1.0.0' } } });
}

test('a production install with built pages starts without installing or building', async () => {
  await setUp();
  rmSync(join(checkout, 'node_modules'), { recursive: true });
  await installForProduction();
  write('apps/web/src/page.tsx', 'changed, and nothing to build it with');
  expect(await setUp('--tools-optional')).toEqual(done);
  expect(await setUp('--check')).toEqual(done);
  expect(await setUp('--without-install')).toEqual(refused);
  expect(builds()).toBe(1);
  expect(existsSync(join(checkout, 'node_modules/turbo'))).toBe(false);
});

test('a production install without pages, or on an older Node, says so in one line', async () => {
  await installForProduction();
  expect(await setUp('--tools-optional')).toEqual({
    code: 1,
    said: 'There are no built pages, and no tools to build them. Run npm ci and npm run build, then npm prune --omit=dev --no-save.\n',
  });
  const lock = read('package-lock.json');
  lock.packages['node_modules/node'] = { version: '99.1.0', dev: true };
  write('package-lock.json', lock);
  expect((await setUp('--tools-optional')).said).toMatch(/^An installation without .* It needs 99\.\n$/);
});

test('a half-made production install is none', async () => {
  await installForProduction();
  write('node_modules/.package-lock.json', { packages: {} });
  // npm runs and fails, because the lock file names packages that do not exist.
  expect((await setUp('--tools-optional')).said).toContain('Installing');
});

test('a failed build prints one line after its own output, and runs again', async () => {
  write('packages/turbo/turbo.js', '#!/usr/bin/env node\nconsole.error("no such page"); process.exit(3);');
  const failed = await setUp();
  expect(failed.code).toBe(1);
  expect(failed.said).toMatch(/no such page\nturbo run failed \(3\)\.\n$/);

  write('packages/turbo/turbo.js', TURBO);
  expect((await setUp()).code).toBe(0);
});
