import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { afterAll, expect, test } from 'vitest';
import { environment, root } from '../scripts/checkout.mjs';

const text = readFileSync(join(import.meta.dirname, 'Dockerfile'), 'utf8');
const instructions = DockerfileParser.parse(text).getInstructions();
const stageStarts = instructions.flatMap((one, at) => (one.getKeyword() === 'FROM' ? [at] : []));
const buildStage = instructions.slice(stageStarts[0], stageStarts[1]);
const lastStage = instructions.slice(stageStarts.at(-1));
const argumentsOf = (stage, keyword) =>
  stage.filter((one) => one.getKeyword() === keyword).map((one) => one.getArgumentsContent());

const folder = mkdtempSync(join(tmpdir(), 'institute-image-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the linter finds no fault in the Dockerfile', () => {
  expect(validate(text)).toEqual([]);
});

test('both stages stand on one image by its digest, with the Node of the lock file', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { version } = packages['node_modules/node'];
  const bases = argumentsOf(instructions, 'FROM').map((name) => name.replace(/ AS \w+$/, ''));
  expect(bases).toHaveLength(2);
  expect(bases[1]).toBe(bases[0]);
  expect(bases[0]).toMatch(new RegExp(`^node:${version}-bookworm-slim@sha256:[0-9a-f]{64}$`));
});

test('the image runs as an ordinary user, reports its health and stops cleanly', () => {
  expect(argumentsOf(lastStage, 'USER')).toEqual(['node']);
  expect(argumentsOf(lastStage, 'HEALTHCHECK').join()).toContain('/healthz');
  expect(argumentsOf(lastStage, 'STOPSIGNAL')).toEqual(['SIGTERM']);
});

test('the copied files are enough to build a product that loads without development packages', () => {
  for (const copied of argumentsOf(buildStage, 'COPY')) {
    const paths = copied.split(/\s+/).slice(0, -1);
    const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...paths], {
      cwd: root,
      encoding: 'utf8',
    });
    for (const file of new Set(files.split('\n'))) {
      if (!file || !existsSync(join(root, file))) continue;
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(join(root, file), join(folder, file));
    }
  }
  // The tests run after a build of the same sources. If a file is missing in this folder, turbo builds again.
  const env = { ...environment, TURBO_CACHE_DIR: join(root, '.turbo/cache') };
  const run = (command, args) =>
    execFileSync(command, args, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' });
  // Fails when the manifests do not match the lock file.
  run('npm', ['ci', '--include=dev', '--dry-run', '--no-audit', '--no-fund', '--loglevel=error']);
  linkDependencies();
  const [install, ...commands] = argumentsOf(buildStage, 'RUN');
  expect(install).toBe('node infra/scripts/setup.mjs --without-build');
  for (const command of commands) run('sh', ['-ec', command]);

  const start = './apps/server/src/start.ts';
  const load = `await import('./apps/server/src/app.ts'); await import('${start}'); console.log('loads')`;
  expect(run('node', ['--input-type=module', '-e', load])).toContain('loads');
  expect(run('ls', ['apps/web/dist'])).toMatch(/client\s+server/);
  expect(run('ls', ['apps/admin/dist'])).toContain('client');
}, 900_000);

/** Links, or copies on another disk. Tools write into npm's list in place, and into caches meanwhile. */
const LINK = `mkdir -p "$1"; cd "$0"
packages() { find . -mindepth 1 -maxdepth 1 ! -name .cache ! -name '.vite*' -exec cp "$@" {} +; }
packages -al -t "$1" 2>/dev/null || packages -a --remove-destination -t "$1"
cd "$1"
if [ -e .package-lock.json ]; then cp --remove-destination "$0/.package-lock.json" .; fi`;

/** A second installation would take most of a minute and give the same packages. */
function linkDependencies() {
  for (const workspace of ['.', ...globSync('{apps,packages}/*', { cwd: folder }), 'infra']) {
    const packages = join(workspace, 'node_modules');
    if (!existsSync(join(root, packages))) continue;
    execFileSync('sh', ['-ec', LINK, join(root, packages), join(folder, packages)]);
  }
}
