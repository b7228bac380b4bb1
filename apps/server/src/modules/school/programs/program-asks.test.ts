import type { Ask } from '@institute/contract/asks.constants';
import { expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const read = (id: number) => readData(t.visitor.api.programs.get({ params: { id } }));
const update = (id: number, body: object) => t.office.api.programs.update({ params: { id }, body });

const level = { id: 'level', kind: 'choice' as const, label: 'Level', options: ['P7', 'S4'] };
const slip = { kind: 'document' as const, label: 'S4 slip', onlyIf: { ask: 'level', is: 'S4' } };

test('a program says in its order what is asked, each with a id that stays', async () => {
  // A copy of one gets an id of its own
  const { id } = await t.given.program({ asks: [level, slip, level] });
  const [first, second, copy] = (await read(id)).asks as [Ask, Ask, Ask];
  expect(copy).toMatchObject({ label: 'Level', id: expect.stringMatching(/^[\da-f]{12}$/) });
  const asks = [first, second];
  expect(asks).toEqual([
    { ...level, help: null, needed: 'acceptance', onlyIf: null, isPrivate: false },
    {
      ...slip,
      id: expect.stringMatching(/^[\da-f]{12}$/),
      help: null,
      options: [],
      needed: 'acceptance',
      isPrivate: false,
    },
  ]);

  const changed = [first, { ...second, label: 'S4 result slip', needed: 'start' as const, isPrivate: true }];
  await requireSuccess(update(id, { asks: changed }));
  expect((await read(id)).asks).toEqual(changed);
  // A change of something else leaves them
  await requireSuccess(update(id, { duration: '3 weeks' }));
  expect((await read(id)).asks).toEqual(changed);
});

test('a fault between them is refused with its place, and versions bring them back', async () => {
  const { id } = await t.given.program({ asks: [level] });
  const later = [{ ...slip, id: 's4' }, level];
  expect(await readRefusal(update(id, { asks: later }))).toMatchObject({
    status: 400,
    details: [{ path: 'asks.0.onlyIf' }],
  });
  await requireSuccess(update(id, { asks: [] }));
  expect((await read(id)).asks).toEqual([]);
  await t.office.admin.programs.versions.restore.mutate({ id, number: 1 });
  expect((await read(id)).asks).toMatchObject([level]);
});
