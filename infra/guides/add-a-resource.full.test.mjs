import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../scripts/checkout.mjs';
import { applyGuide, compileWithout, describeWhole, readGuide } from './applied-guide.mjs';

const { folder, text, lines } = readGuide('add-a-resource');
const files = globSync('{apps,packages}/**/*.{ts,tsx}', { cwd: folder });

test('a resource takes nine changes by hand, and the guide shows each', () => {
  expect(files.length + lines.length).toBeLessThanOrEqual(9);
  expect(files.filter((file) => !text.includes(`(add-a-resource/${file})`))).toEqual([]);
  expect(lines.filter(([file, line]) => !text.includes(file) || !text.includes(line))).toEqual([]);
});

describe('a repository with the guide applied', { timeout: 900_000 }, () => {
  const guide = applyGuide('add-trips', (copy) => {
    copy.addFiles(folder, files);
    for (const [file, line] of lines) copy.addLine(file, line);
  });

  test.each([
    [
      'packages/contract/src/api/content-list.ts',
      ['src/modules/school/trips/trip.resource.ts'],
      /trip\.resource\.ts.* no exported member 'tripResource'/,
    ],
    [
      'apps/server/src/composition/content-list.ts',
      ['src/composition/rest.ts', 'src/http/request-context.ts'],
      /composition\/rest\.ts.* Property 'trips' is missing/,
    ],
  ])('does not compile without the line in %s', async (file, uses, message) => {
    const line = Object.fromEntries(lines)[file];
    const compiled = await compileWithout(guide.copy, { workspace: 'apps/server', uses, file, line });
    expect(compiled.succeeded).toBe(false);
    expect(compiled.output).toMatch(message);
  });

  describeWhole(guide, () => {
    const page = async (path) => {
      const response = await guide.product.visit(path);
      return { status: response.status, html: await response.text() };
    };
    const newTrip = async (fields = {}) => {
      const { data } = await guide.product.rest('POST', '/trips', {
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
      const { data } = await guide.product.rest('GET', '/trips');
      expect(data).toContainEqual(expect.objectContaining({ id, destination: 'Jinja', price: null }));
      const summaries = await guide.product.rest('GET', '/trips/summaries');
      expect(summaries.data).toContainEqual(
        expect.objectContaining({ id, excerpt: 'We visit two workshops.' }),
      );

      for (const path of ['/trips', `/trips/${id}`]) {
        const { status, html } = await page(path);
        expect(status).toBe(200);
        expect(html).toContain('To the source of the Nile');
      }
      const { html: sitemap } = await page('/sitemap.xml');
      expect(sitemap).toContain(`<loc>${await guide.product.address}/trips</loc>`);
      expect(sitemap).toContain(`<loc>${await guide.product.address}/trips/${id}</loc>`);
    });

    test('shows a draft only to the office and with its preview link', async () => {
      const { id } = await newTrip({ title: 'A secret trip', status: 'draft' });
      expect((await guide.product.visit(`/api/v1/trips/${id}`)).status).toBe(404);
      expect(await page(`/trips/${id}`)).toMatchObject({
        status: 404,
        html: expect.stringContaining('Trip not found'),
      });
      expect((await page('/trips')).html).not.toContain('A secret trip');
      const { items } = await guide.product.query('trips.list', { q: 'secret' });
      expect(items).toEqual([expect.objectContaining({ id, status: 'draft' })]);

      const preview = await page(await guide.product.query('trips.preview', { id }));
      expect(preview.html).toContain('A secret trip');
    });

    test('keeps versions', async () => {
      const { id } = await newTrip();
      await guide.product.mutate('trips.update', { id, changes: { title: 'Two weeks in Jinja' } });
      expect(await guide.product.query('trips.versions.list', { id })).toHaveLength(2);
      expect(await guide.product.query('trips.versions.get', { id, number: 1 })).toMatchObject({
        title: 'A week in Jinja',
      });
    });

    test('moves a deleted item to the trash and restores it', async () => {
      const { id } = await newTrip({ title: 'To the coast' });
      await guide.product.mutate('trips.remove', { id });
      expect((await page(`/trips/${id}`)).status).toBe(404);
      const { items } = await guide.product.query('trash.list', { category: 'trip' });
      expect(items).toEqual([expect.objectContaining({ kind: 'trip', id, title: 'To the coast' })]);

      await guide.product.mutate('trash.restore', { kind: 'trip', id });
      expect((await page(`/trips/${id}`)).html).toContain('To the coast');
    });

    test('counts an image that it shows as used', async () => {
      const image = await guide.product.upload(readFileSync(join(root, 'apps/e2e/picture.jpg')));
      const { id, imageUrl } = await newTrip({ imageUrl: image.secure_url, title: 'With an image' });
      const { items } = await guide.product.query('uploads.list');
      expect(items).toEqual([
        expect.objectContaining({
          url: imageUrl,
          uses: [expect.objectContaining({ type: 'trip', id, title: 'With an image' })],
        }),
      ]);
      await expect(guide.product.mutate('uploads.remove', { id: items[0].id })).rejects.toThrow('CONFLICT');
    });

    test('counts on the dashboard what it warns of', async () => {
      await newTrip({ price: null });
      const { contentWarnings } = await guide.product.query('stats.attention');
      expect(contentWarnings).toEqual([
        expect.objectContaining({ entityType: 'trip', many: 'study trips have no price' }),
      ]);
    });

    test('records its changes in the activity log', async () => {
      const { id } = await newTrip();
      await guide.product.mutate('trips.remove', { id });
      const { items } = await guide.product.query('activity.list', { entityType: 'trip' });
      const changes = items.filter(({ entityId }) => entityId === id).map(({ type }) => type);
      expect(changes).toEqual(['delete', 'create']);
    });
  });
});
