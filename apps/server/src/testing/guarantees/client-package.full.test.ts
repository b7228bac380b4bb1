import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { makeSignedHeaders, makeWebhookSecret } from '../../modules/platform/webhooks/signature.ts';
import { useTestApp } from '../app/test-app.ts';
import { makeTemporaryFolder } from '../processes/temporary-folder.ts';

const root = join(import.meta.dirname, '../../../../..');
const folder = makeTemporaryFolder();
const project = join(folder.path, 'project');
const installed = join(project, 'node_modules');
const run = promisify(execFile);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const readme = readFileSync(join(root, 'packages/client/README.md'), 'utf8');
const examples = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code);

const [t] = await Promise.all([useTestApp(), installPackages()]);
const { key } = await t.office.admin.apiKeys.create.mutate({
  name: 'Examples',
  scopes: ['content:write', 'registrations:read'],
});
const env = {
  INSTITUTE_URL: await t.app.listen({ port: 0, host: '127.0.0.1' }),
  INSTITUTE_KEY: key,
  INSTITUTE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('base64')}`,
};
afterAll(() => folder.remove());

/** Packs both packages in a copy, because packing changes files. */
async function installPackages(): Promise<void> {
  const copy = join(folder.path, 'copy');
  const isSource = (path: string) => !/\/(?:node_modules|dist|\.turbo)$/.test(path);
  for (const part of [
    'packages/client',
    'packages/contract',
    'infra/scripts',
    'tsconfig.base.json',
    'package.json',
    'LICENSE',
  ])
    cpSync(join(root, part), join(copy, part), { recursive: true, filter: isSource });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));

  const npm = (...args: string[]) => {
    const settings = [
      '--offline',
      '--silent',
      '--no-audit',
      '--no-fund',
      '--cache',
      join(folder.path, 'cache'),
    ];
    return run('npm', [...args, ...settings], { cwd: project });
  };
  const packages = ['contract', 'client'].map((name) => join(copy, 'packages', name));
  const { stdout } = await npm('pack', ...packages, '--pack-destination', project);
  const tarballs = stdout
    .trim()
    .split('\n')
    .map((file) => `./${file}`);
  expect(tarballs).toEqual([`./institute-contract-${version}.tgz`, `./institute-client-${version}.tgz`]);
  // A registry would install these dependencies.
  const others = ['zod', '@ts-rest/core', 'libphonenumber-js'].map((name) =>
    join(root, 'node_modules', name),
  );
  await npm('install', ...tarballs, ...others);
}

const example = async (number: number) => {
  const file = join(project, `example-${number}.js`);
  writeFileSync(file, examples[number - 1] ?? '');
  const { stdout } = await run(process.execPath, [file], { cwd: project, env: { ...env } });
  return stdout;
};

test('the packages bring what other programs need, and nothing else', () => {
  const names = readdirSync(installed).filter((name) => !name.startsWith('.'));
  expect(names.sort()).toEqual(['@institute', '@ts-rest', 'libphonenumber-js', 'zod']);
  for (const name of ['client', 'contract']) {
    const inside = join(installed, '@institute', name);
    const manifest = JSON.parse(readFileSync(join(inside, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ version, license: 'MIT', engines: { node: '>=20' } });
    expect(manifest).not.toHaveProperty('private');
    expect(readdirSync(inside)).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'dist', 'package.json']),
    );
    const built = readdirSync(join(inside, 'dist'), { recursive: true, withFileTypes: true });
    const files = built.filter((entry) => entry.isFile()).map(({ name }) => name);
    expect(files.filter((file) => !/(?:\.js|\.d\.ts)$/.test(file))).toEqual([]);
  }
  const { dependencies } = JSON.parse(
    readFileSync(join(installed, '@institute/client/package.json'), 'utf8'),
  );
  expect(dependencies).toEqual({ '@institute/contract': version });
});

test('the client weighs at most 12 kB', () => {
  const dist = join(installed, '@institute/client/dist');
  const code = readdirSync(dist)
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(dist, file)));
  expect(brotliCompressSync(Buffer.concat(code)).length).toBeLessThanOrEqual(12_000);
});

test('the client loads no schemas', async () => {
  const entries = ['', '/call', '/failure', '/pages', '/session', '/transport', '/webhooks'];
  writeFileSync(
    join(project, 'loads.js'),
    `import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });
    for (const entry of ${JSON.stringify(entries)}) await import('@institute/client' + entry);`,
  );
  const { stdout } = await run(process.execPath, ['loads.js'], { cwd: project });
  const loaded = stdout
    .trim()
    .split('\n')
    .map((url) => url.slice(url.lastIndexOf('/@institute/') + 12));
  expect(loaded.filter((file) => !file.startsWith('client/')).sort()).toEqual([
    'contract/dist/api/api.constants.js',
    'contract/dist/api/office/webhooks.constants.js',
  ]);
  expect(loaded).toHaveLength(9);
});

test('1: reads public content', async () => {
  for (const name of ['Welding', 'Baking']) await t.given.content('programs', { name });
  expect(await example(1)).toBe('2 programs, the first: Baking, Welding\n');
});

test('2: shows a failure as a value', async () => {
  expect(await example(2)).toBe('name: This is required\nemail: Enter a valid email address\n');
});

test('3: sends a message once', async () => {
  const [first, second] = (await example(3)).trim().split('\n');
  expect(first).toMatch(/^first \d+ is new$/);
  expect(second).toBe(first?.replace('first', 'second').replace('is new', 'is the same message'));
});

test('4: reads a whole list', async () => {
  await t.given.registration();
  expect(await example(4)).toMatch(/^REG-\S+ .+\n1 new registrations\n$/);
});

test('5: changes only what was read', async () => {
  expect(await example(5)).toBe('5 weeks PRECONDITION_FAILED\n');
});

test('6: receives webhooks', async () => {
  expect(await example(6)).toBe('REG-2026-000007 is new\n204\n400\n');
});

test('the client takes what the site signs, also while a new secret takes over', async () => {
  const former = makeWebhookSecret();
  const secret = makeWebhookSecret();
  const body = JSON.stringify({ type: 'webhook.test', timestamp: new Date(), data: {} });
  const headers = makeSignedHeaders([secret, former], { id: 'msg_1', body }, new Date());
  const messages = [former, secret, makeWebhookSecret()].map((one) => ({ body, headers, secret: one }));
  writeFileSync(
    join(project, 'verifies.js'),
    `import { verifyWebhook } from '@institute/client/webhooks';
    for (const message of ${JSON.stringify(messages)}) {
      const { event, error } = await verifyWebhook(message);
      console.log(event?.type ?? error.code);
    }`,
  );
  const { stdout } = await run(process.execPath, ['verifies.js'], { cwd: project });
  expect(stdout).toBe('webhook.test\nwebhook.test\nWRONG_SIGNATURE\n');
});

test('the examples fit the types, which refuse what the contract does not know', async () => {
  for (const [index, code] of examples.entries())
    writeFileSync(join(project, `example-${index + 1}.js`), code);
  writeFileSync(join(project, 'global.d.ts'), 'declare const process: { env: { [name: string]: string } };');
  writeFileSync(
    join(project, 'refused.ts'),
    `import { createClient } from '@institute/client';
    import { itemsOf } from '@institute/client/pages';
    const institute = createClient({ url: '' });
    // @ts-expect-error: no such call
    await institute('GET /nothing');
    // @ts-expect-error: the path has a parameter
    await institute('GET /programs/:id');
    // @ts-expect-error: a price is a number
    await institute('PUT /programs/:id', { params: { id: 1 }, body: { price: 'much' } });
    const { data, error } = await institute('GET /programs/:id', { params: { id: 1 } });
    // @ts-expect-error: perhaps it has failed
    data.name;
    // @ts-expect-error: no such field
    if (!error) data.nothing;
    // @ts-expect-error: no list
    itemsOf(institute, 'GET /site');
    // @ts-expect-error: no such status
    itemsOf(institute, 'GET /registrations', { query: { status: 'nothing' } });`,
  );
  const compilerOptions = {
    strict: true,
    noImplicitAny: false,
    checkJs: true,
    noEmit: true,
    skipLibCheck: false,
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
  };
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const compile = async (...options: string[]) => {
    const compiled = run(process.execPath, [compiler, ...options], { cwd: project });
    return (await compiled.catch((error: { stdout: string }) => error)).stdout;
  };
  for (const modules of [{ module: 'nodenext' }, { module: 'esnext', moduleResolution: 'bundler' }]) {
    const options = {
      compilerOptions: { ...compilerOptions, ...modules },
      include: ['example-*.js', '*.ts'],
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(options));
    expect(await compile(), modules.module).toBe('');
  }
  const read = (await compile('--listFilesOnly'))
    .split('\n')
    .filter((file) => file.includes('node_modules/'));
  expect(read.filter((file) => file.includes('/@institute/client/dist/')).length).toBeGreaterThan(5);
  expect(read.filter((file) => /\/(?:zod|@ts-rest|libphonenumber-js)\//.test(file))).toEqual([]);
});
