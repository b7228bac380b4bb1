import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataOf } from '../../testing/answers.ts';
import { contentApi, everyContent, type Fields } from '../../testing/content-samples.ts';
import { postTicket } from '../../testing/downloads.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

describe.each(everyContent)('the export of $resource', ({ resource, title, full, required }) => {
  beforeAll(() => t.given.groundFor(resource));
  const make = (fields: Fields) =>
    dataOf(contentApi(t.office, resource).create({ body: { ...required, ...fields } }));

  async function download(input: { q?: string; category?: string }) {
    const ticket = await t.office.admin[resource].exportTicket.mutate(input);
    const { statusCode, body } = await postTicket(t, ticket);
    expect(statusCode).toBe(200);
    return body
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n');
  }

  test('has a column for every field and a row for every item that the list shows, newest first', async () => {
    await make({ [title]: 'Quetzal' });
    await make({ ...full, [title]: 'Second' });
    const gone = await make({ [title]: 'Third' });
    await contentApi(t.office, resource).remove({ params: { id: gone.id } });

    const [heading = '', ...rows] = await download({ q: 'quetzal' });
    expect(heading.split(',')).toHaveLength(Object.keys(full).length + 3);
    expect(heading).toMatch(/^Id,.*,Created At,Updated At$/);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain('Quetzal');

    const all = (await download({})).join('\n');
    expect(all.indexOf('Second')).toBeGreaterThan(0);
    expect(all.indexOf('Quetzal')).toBeGreaterThan(all.indexOf('Second'));
    expect(all).not.toContain('Third');
  });

  test('is recorded in the activity log', async () => {
    await download({});
    const { items } = await t.office.admin.activity.list.query({ type: 'export', limit: 1, offset: 0 });
    expect(items[0]?.description).toMatch(/^Exported the /);
  });
});
