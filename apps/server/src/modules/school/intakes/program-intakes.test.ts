import { expect, test } from 'vitest';
import { readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const list = (id: number, query: { limit?: number; sort?: 'startsOn' | '-startsOn' } = {}) =>
  t.visitor.api.programIntakes.list({ params: { id }, query });

test('lists the intakes of one program in their order, by pages that name their neighbours', async () => {
  const { id: programId } = await t.given.program();
  await t.given.intake({ programId: (await t.given.program()).id, startsOn: '2027-01-01' });
  await t.given.intake({ programId, startsOn: '2027-05-01' });
  const early = await t.given.intake({ programId, startsOn: '2027-02-01', seats: 6 });

  const { body, headers } = await requireSuccess(list(programId, { limit: 1 }));
  expect(body).toMatchObject({
    data: [{ id: early.id, programId, startsOn: '2027-02-01', seatsLeft: 6 }],
    meta: { total: 2, limit: 1, offset: 0 },
  });
  expect(headers.get('link')).toBe(`</api/v1/programs/${programId}/intakes?limit=1&offset=1>; rel="next"`);
  const latest = await requireSuccess(list(programId, { sort: '-startsOn' }));
  expect(latest.body.data.map(({ startsOn }) => startsOn)).toEqual(['2027-05-01', '2027-02-01']);
});

test('shows a new intake at once, and none of a program that visitors may not see', async () => {
  const { id: programId } = await t.given.program();
  expect((await requireSuccess(list(programId))).body.data).toEqual([]);
  const { id } = await t.given.intake({ programId, startsOn: '2027-02-01' });
  expect((await requireSuccess(list(programId))).body.data).toMatchObject([{ id }]);

  await requireSuccess(
    t.office.api.programs.update({ params: { id: programId }, body: { isActive: false } }),
  );
  expect(await readRefusal(list(programId))).toMatchObject({ status: 404, message: 'Program not found' });
  const ofOffice = await requireSuccess(t.office.api.programIntakes.list({ params: { id: programId } }));
  expect(ofOffice.body.data).toMatchObject([{ id }]);
  expect(await readRefusal(list(2147483647))).toMatchObject({ status: 404 });
});
