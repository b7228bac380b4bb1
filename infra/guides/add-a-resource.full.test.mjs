import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../scripts/checkout.mjs';
import { copyRepository } from './repository-copy.mjs';
import { startProduct } from './running-product.mjs';

const folder = join(root, 'docs/guides/add-a-resource');
const text = readFileSync(`${folder}.md`, 'utf8');
const files = globSync('{apps,packages}/**/*.{ts,tsx}', { cwd: folder });
const lines = Object.entries(JSON.parse(readFileSync(join(folder, 'lines.json'), 'utf8')));

test('a resource takes nine files and two lines, and the guide shows each', () => {
  expect(files.length).toBeLessThanOrEqual(9);
  expect(lines.length).toBeLessThanOrEqual(2);
  expect(files.filter((file) => !text.includes(`(add-a-resource/${file})`))).toEqual([]);
  expect(lines.filter(([file, line]) => !text.includes(file) || !text.includes(line))).toEqual([]);
});

describe('a repository with the guide applied', { timeout: 300_000 }, () => {
  let copy;
  let created;
  beforeAll(async () => {
    copy = await copyRepository();
    copy.addFiles(folder, files);
    for (const [file, line] of lines) copy.addLine(file, line);
    for (const app of ['apps/web', 'apps/admin']) await succeed(app, 'node', 'build/routes.ts');
    created = await createMigration();
  }, 300_000);
  afterAll(() => copy?.remove(), 60_000);

  const expectSuccess = async (command) => {
    const { succeeded, output } = await command;
    expect(succeeded, output).toBe(true);
    return output;
  };
  const succeed = (...command) => expectSuccess(copy.run(...command));
  const createMigration = () => succeed('.', 'node', 'apps/server/src/cli/migration-create.ts', 'add-trips');

  test('gets a migration from its entity', async () => {
    expect(created).toMatch(/Wrote \S+-add-trips\.ts/);
    expect(await createMigration()).toContain('The migrations match the entities.');
  });

  // Checks only the files that use the lists, because a whole workspace takes much longer.
  describe.each([
    {
      workspace: 'apps/server',
      uses: ['src/modules/trips/trip.resource.ts'],
      missing: {
        'packages/contract/src/content-list.ts': /trip\.resource\.ts.* no exported member 'tripResource'/,
      },
    },
    {
      workspace: 'apps/server',
      uses: ['src/composition/rest.ts', 'src/http/request-context.ts'],
      missing: {
        'apps/server/src/composition/content-list.ts': /composition\/rest\.ts.* Property 'trips' is missing/,
      },
    },
  ])('without its lines in $workspace', ({ workspace, uses, missing }) => {
    let compiled;
    beforeAll(async () => {
      const all = Object.fromEntries(lines);
      copy.writeJson(`${workspace}/tsconfig.part.json`, {
        extends: './tsconfig.json',
        include: [],
        files: uses,
      });
      for (const list of Object.keys(missing)) copy.removeLine(list, all[list]);
      compiled = await copy.run(workspace, 'tsc', '-p', 'tsconfig.part.json');
      for (const list of Object.keys(missing)) copy.addLine(list, all[list]);
    }, 300_000);

    test.each(Object.entries(missing))('does not compile without the line in %s', (_, message) => {
      expect(compiled.succeeded).toBe(false);
      expect(compiled.output).toMatch(message);
    });
  });

  describe('as a whole', () => {
    let compiling;
    let checking;
    let building;
    // All three run at the same time. They read every file, so the lines that the tests above remove must be back.
    beforeAll(() => {
      // One program for the server and the app that imports its types. Two programs would compile the server twice.
      copy.writeJson('apps/admin/tsconfig.whole.json', {
        extends: './tsconfig.json',
        compilerOptions: { lib: ['es2024', 'esnext.temporal', 'dom', 'dom.iterable'] },
        include: ['src', '*.ts', '../server/src', '../server/*.ts', '../../packages/contract/src'],
      });
      compiling = Promise.all([
        copy.run('apps/admin', 'tsc', '-p', 'tsconfig.whole.json'),
        copy.run('apps/web', 'tsc', '-p', '.'),
      ]);
      checking = copy.run('.', 'node', 'infra/scripts/boundaries.mjs');
      building = Promise.all(['apps/web', 'apps/admin'].map((app) => copy.run(app, 'vite', 'build')));
    });

    test('keeps the import boundaries', () => expectSuccess(checking));

    test('compiles the contract, the server and the two apps', async () => {
      for (const compiled of await compiling) await expectSuccess(compiled);
    });

    describe('when it runs', () => {
      let product;
      beforeAll(async () => {
        for (const built of await building) await expectSuccess(built);
        product = startProduct(copy);
        await product.signUp();
      }, 300_000);
      afterAll(() => product?.stop(), 60_000);

      const page = async (path) => {
        const response = await product.visit(path);
        return { status: response.status, html: await response.text() };
      };
      const newTrip = async (fields = {}) => {
        const { data } = await product.rest('POST', '/trips', {
          title: 'A week in Jinja',
          destination: 'Jinja',
          startsOn: '2030-08-10',
          description: 'We visit two workshops.',
          imageUrl: '/images/share.jpg',
          ...fields,
        });
        return data;
      };

      test('shows an item to visitors: in both lists, on its page and in the sitemap', async () => {
        const { id } = await newTrip({ title: 'To the source of the Nile' });
        const { data } = await product.rest('GET', '/trips');
        expect(data).toContainEqual(expect.objectContaining({ id, destination: 'Jinja', price: null }));
        const summaries = await product.rest('GET', '/trips/summaries');
        expect(summaries.data).toContainEqual(
          expect.objectContaining({ id, excerpt: 'We visit two workshops.' }),
        );

        for (const path of ['/trips', `/trips/${id}`]) {
          const { status, html } = await page(path);
          expect(status).toBe(200);
          expect(html).toContain('To the source of the Nile');
        }
        const { html: sitemap } = await page('/sitemap.xml');
        expect(sitemap).toContain(`<loc>${await product.address}/trips</loc>`);
        expect(sitemap).toContain(`<loc>${await product.address}/trips/${id}</loc>`);
      });

      test('shows a draft only to the office and with its preview link', async () => {
        const { id } = await newTrip({ title: 'A secret trip', status: 'draft' });
        expect((await product.visit(`/api/v1/trips/${id}`)).status).toBe(404);
        expect(await page(`/trips/${id}`)).toMatchObject({
          status: 404,
          html: expect.stringContaining('Trip not found'),
        });
        expect((await page('/trips')).html).not.toContain('A secret trip');
        const { items } = await product.query('trips.list', { q: 'secret' });
        expect(items).toEqual([expect.objectContaining({ id, status: 'draft' })]);

        const preview = await page(await product.query('trips.preview', { id }));
        expect(preview.html).toContain('A secret trip');
      });

      test('keeps versions', async () => {
        const { id } = await newTrip();
        await product.mutate('trips.update', { id, changes: { title: 'Two weeks in Jinja' } });
        expect(await product.query('trips.versions.list', { id })).toHaveLength(2);
        expect(await product.query('trips.versions.get', { id, number: 1 })).toMatchObject({
          title: 'A week in Jinja',
        });
      });

      test('moves a deleted item to the trash and restores it', async () => {
        const { id } = await newTrip({ title: 'To the coast' });
        await product.mutate('trips.remove', { id });
        expect((await page(`/trips/${id}`)).status).toBe(404);
        const { items } = await product.query('trash.list', { category: 'trip' });
        expect(items).toEqual([expect.objectContaining({ kind: 'trip', id, title: 'To the coast' })]);

        await product.mutate('trash.restore', { kind: 'trip', id });
        expect((await page(`/trips/${id}`)).html).toContain('To the coast');
      });

      test('counts an image that it shows as used', async () => {
        const image = await product.upload(readFileSync(join(root, 'apps/web/public/images/share.jpg')));
        const { id, imageUrl } = await newTrip({ imageUrl: image.secure_url, title: 'With an image' });
        const { items } = await product.query('uploads.list');
        expect(items).toEqual([
          expect.objectContaining({
            url: imageUrl,
            uses: [expect.objectContaining({ type: 'trip', id, title: 'With an image' })],
          }),
        ]);
        await expect(product.mutate('uploads.remove', { id: items[0].id })).rejects.toThrow('CONFLICT');
      });

      test('records its changes in the activity log', async () => {
        const { id } = await newTrip();
        await product.mutate('trips.remove', { id });
        const { items } = await product.query('activity.list', { entityType: 'trip' });
        const changes = items.filter(({ entityId }) => entityId === id).map(({ type }) => type);
        expect(changes).toEqual(['delete', 'create']);
      });
    });
  });
});
