import { formatLocalMoney } from '@institute/contract/money';
import { beforeAll, describe, expect, test } from 'vitest';
import { readData, requireSuccess } from '../../../testing/app/answers.ts';
import {
  type ContentKey,
  type Fields,
  getContentApi,
  typicalContent,
} from '../../../testing/app/content-samples.ts';
import { postTicket } from '../../../testing/app/downloads.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();

async function exported(resource: ContentKey, input: { q?: string; category?: string } = {}) {
  const ticket = await t.office.admin[resource].exportTicket.mutate(input);
  const { statusCode, body } = await postTicket(t, ticket);
  expect(statusCode).toBe(200);
  return body
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
}

describe.each(typicalContent)('the export of $resource', ({ resource, title, full, required }) => {
  beforeAll(() => t.given.groundFor(resource));
  const make = (fields: Fields) =>
    readData(getContentApi(t.office, resource).create({ body: { ...required, ...fields } }));

  const download = (input: { q?: string; category?: string }) => exported(resource, input);

  test('has a column for every field and a row for every item that the list shows, newest first', async () => {
    await make({ [title]: 'Quetzal' });
    await make({ ...full, [title]: 'Second' });
    const gone = await make({ [title]: 'Third' });
    await getContentApi(t.office, resource).remove({ params: { id: gone.id } });

    const [heading = '', ...rows] = await download({ q: 'quetzal' });
    const further = { intakes: 2, posts: 1 }[resource as string] ?? 0;
    expect(heading.split(',')).toHaveLength(Object.keys(full).length + 3 + further);
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

test('the export of intakes names the program and the seats that are left', async () => {
  const { id: programId } = await t.given.program({ name: 'Beekeeping' });
  const instalments = [{ label: 'Half', amount: 50_000, dueDays: null }];
  const { id: intakeId } = await t.given.intake({
    programId,
    seats: 3,
    place: 'Hall',
    note: null,
    instalments,
  });
  const { id } = await t.given.registration({ programId, intakeId });
  await requireSuccess(t.office.api.registrations.update({ params: { id }, body: { status: 'accepted' } }));

  const [heading, row] = await exported('intakes', { q: 'beekeeping' });
  expect(heading).toContain(',Is Open,Instalments,Reminds Of Fees,Program,Seats Left,');
  expect(row).toContain(`,3,Hall,,yes,"Half: ${formatLocalMoney(50_000)}, on acceptance",yes,Beekeeping,2,`);
});

test('times are those of Kampala, and posts have the day of their publication', async () => {
  const publishAt = '2099-11-20T21:05:00Z';
  await t.given.post({ title: 'Later', status: 'scheduled', publishAt });
  await t.given.post({ title: 'Begun', status: 'draft' });

  const [heading = '', row = ''] = await exported('posts', { q: 'later' });
  expect(heading).toContain(',Status,Publish At,Published At,Created At,Updated At');
  expect(row).toMatch(/,scheduled,2099-11-21 00:05,2099-11-21 00:05(,\d{4}-\d\d-\d\d \d\d:\d\d){2}$/);
  const [, draft] = await exported('posts', { q: 'begun' });
  expect(draft).toMatch(/,draft,,,\d{4}-/);
});

test('the export of coaches holds the chosen type, as the list does', async () => {
  const team = { name: 'Team', bio: 'Helps.', specialties: [] };
  for (const role of [
    'Coach - Sewing',
    'Staff - Coach driver',
    'Board Member - Chair',
    'Head coach of staff',
  ]) {
    await t.given.content('coaches', { ...team, role });
  }
  const roles = async (category?: string) =>
    (await exported('coaches', { q: 'helps', ...(category && { category }) }))
      .slice(1)
      .map((row) => row.split(',')[2]);
  expect(await roles('coaches')).toEqual(['Head coach of staff', 'Coach - Sewing']);
  expect(await roles('staff')).toEqual(['Head coach of staff', 'Staff - Coach driver']);
  expect(await roles('other')).toEqual(['Board Member - Chair']);
  expect(await roles()).toHaveLength(4);
});
