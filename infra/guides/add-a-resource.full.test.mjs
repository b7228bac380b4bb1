import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../scripts/checkout.mjs';
import { applyGuide, compileWithout, describeWhole, expectSuccess, readGuide } from './applied-guide.mjs';

const { folder, text, lines } = readGuide('add-a-resource');
/** Guides of a few lines, which are applied to the same copy: compiling and building takes most of the time. */
const small = ['add-a-content-field', 'add-a-rest-call', 'add-a-report'].map((name) => {
  const guide = readGuide(name);
  const pieces = guide.lines.map(([, { lines, ...piece }]) => ({
    ...piece,
    text: lines.join('\n').trimEnd(),
  }));
  return { ...guide, name, pieces, files: globSync('{apps,packages}/**/*.{ts,tsx}', { cwd: guide.folder }) };
});
const files = globSync('{apps,packages}/**/*.{ts,tsx}', { cwd: folder });

test('a resource takes nine changes by hand, and the guide shows each', () => {
  expect(files.length + lines.length).toBeLessThanOrEqual(9);
  expect(files.filter((file) => !text.includes(`(add-a-resource/${file})`))).toEqual([]);
  expect(lines.filter(([file, line]) => !text.includes(file) || !text.includes(line))).toEqual([]);
});

test.each(small)(
  '$name shows each file and each piece of what it changes',
  ({ name, text: page, pieces, files: own }) => {
    expect(own.filter((file) => !page.includes(`(${name}/${file})`))).toEqual([]);
    expect(pieces.filter((piece) => !page.includes(piece.file) || !page.includes(piece.text))).toEqual([]);
  },
);

describe('a repository with the guides applied', { timeout: 900_000 }, () => {
  const guide = applyGuide('add-trips', (copy) => {
    copy.addFiles(folder, files);
    for (const [file, line] of lines) copy.addLine(file, line);
    for (const guide of small) {
      copy.addFiles(guide.folder, guide.files);
      for (const piece of guide.pieces) copy.insertBefore(piece.file, piece.text, piece.before);
    }
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

  test('does not compile while nobody says whether a new group of calls is cached', async () => {
    const { file, text: line } = small[1].pieces.find(
      (piece) => piece.text === '  waiting: contract.waiting,',
    );
    const uses = ['src/composition/rest.ts', 'src/http/request-context.ts', 'src/http/cache/cached-reads.ts'];
    const compiled = await compileWithout(guide.copy, { workspace: 'apps/server', uses, file, line });
    expect(compiled.succeeded).toBe(false);
    expect(compiled.output).toMatch(/rest\.ts.* Property 'waiting' is missing/);
  });

  test.each([
    ['apps/admin/src/routes/admin/facilities.tsx', 'apps/admin/src/features/form-controls.test.tsx'],
    ['apps/web/src/routes/facilities/$id.tsx', 'apps/web/src/document/shown-fields.test.ts'],
  ])('a field that %s leaves out is reported', async (file, tests) => {
    const run = (...words) => guide.copy.run('.', 'vitest', 'run', tests, ...words);
    await expectSuccess(run());
    const left = small[0].pieces.findLast((piece) => piece.file === file);
    const restore = guide.copy.removeLine(file, left.text);
    const { succeeded, output } = await run('-t', 'facilities');
    restore();
    expect(succeeded).toBe(false);
    expect(output).toMatch(/expected \[ 'place' \]/);
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

    test('says who may call', () => {
      const title = ['-t', 'stands in the table'];
      return expectSuccess(
        guide.copy.run('.', 'vitest', 'run', 'apps/server/src/testing/guarantees/access.test.ts', ...title),
      );
    });

    test('has the new field of a facility on its page', async () => {
      const { data } = await guide.product.rest('POST', '/facilities', {
        ...{ name: 'Salon', description: 'Twelve chairs.', imageUrl: '/images/share.jpg' },
        ...{ features: ['Mirrors'], equipment: ['Dryers'], place: 'Block B, ground floor' },
      });
      expect((await page(`/facilities/${data.id}`)).html).toContain('Block B, ground floor');
    });

    test('answers the new call, at once after a change', async () => {
      expect(await guide.product.rest('GET', '/waiting')).toEqual({ data: [] });
      const fields = { email: 'ann@example.org', phone: '0700 000 000', consent: 'true' };
      await guide.product.register({ firstName: 'Ann', lastName: 'Example', ...fields });
      const { data } = await guide.product.rest('GET', '/registrations');
      await guide.product.rest('PUT', `/registrations/${data[0].id}`, { status: 'waiting' });
      expect(await guide.product.rest('GET', '/waiting')).toEqual({
        data: [{ program: 'Tailoring', people: 1 }],
      });
    });

    test('has the report and its file', async () => {
      const { data } = await guide.product.rest('GET', '/registrations');
      const paid = { parts: [{ registrationId: data[0].id, amount: 20_000 }], amount: 20_000 };
      const today = new Date().toISOString().slice(0, 10);
      await guide.product.mutate('fees.record', { ...paid, method: 'cash', receivedOn: today });
      const days = { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` };
      expect(await guide.product.query('fees.methods', days)).toEqual([
        { method: 'cash', amount: 20_000, count: 1 },
      ]);
      const { path, ticket } = await guide.product.mutate('fees.methodsTicket', days);
      const csv = await (await guide.product.post(path, { ticket })).text();
      expect(csv).toContain('Method,Amount,Movements\r\nCash,20000,1');
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
