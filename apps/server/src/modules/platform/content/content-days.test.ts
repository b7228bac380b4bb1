import { yearDigitsMessage } from '@institute/contract/day-bounds';
import { expect, test } from 'vitest';
import { readRefusal } from '../../../testing/app/answers.ts';
import { samples } from '../../../testing/app/content-samples.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();

test.each([
  ['gallery', 'date', 'gallery_items', 'date', '0026-05-05', '2026-05-05'],
  ['intakes', 'startsOn', 'intakes', 'starts_on', '0027-02-01', '2099-02-01'],
  ['posts', 'publishAt', 'posts', 'publish_at', '0026-05-05T08:00:00.000Z', '2026-05-05T08:00:00.000Z'],
  ['programs', 'publishAt', 'programs', 'publish_at', '0026-05-05T08:00:00.000Z', '2026-05-05T08:00:00.000Z'],
] as const)(
  '%s: the %s of a year 26 is refused, and one that is stored can be corrected',
  async (key, field, table, column, odd, right) => {
    const { id: programId } = await t.given.program();
    const body = { ...samples[key].required, ...(key === 'intakes' && { programId }) };
    const create = (days: object) => t.office.send('POST', `/${key}`, { body: { ...body, ...days } });
    expect(await readRefusal(create({ [field]: odd }))).toMatchObject({
      status: 400,
      details: [{ path: field, message: yearDigitsMessage }],
    });

    const { id } = (await create({ [field]: right })).body.data as { id: number };
    await t.sql(`update ${table} set ${column} = ? where id = ?`, [odd, id]);
    const update = (days: object) => t.office.send('PUT', `/${key}/${id}`, { body: { ...body, ...days } });
    expect((await update({ [field]: odd })).body.data).toMatchObject({ [field]: odd });
    expect((await readRefusal(update({ [field]: odd.replace(/^00../, '0020') }))).details).toEqual([
      { path: field, message: yearDigitsMessage },
    ]);
    expect((await update({ [field]: right })).body.data).toMatchObject({ [field]: right });
  },
);
