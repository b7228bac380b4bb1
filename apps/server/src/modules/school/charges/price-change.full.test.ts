import { formatSheetTime, toLocalDay } from '@institute/contract/time';
import { expect, test, vi } from 'vitest';
import { readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { sendImport } from '../../../testing/app/imports.ts';
import { listRightsBut } from '../../../testing/app/rights.ts';
import { addDaysToToday } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
// Imports run in the background
await t.app.listen({ port: 0, host: '127.0.0.1' });
await t.signIn();
const { admin } = t.office;
const signInWith = async (email: string, rights: ReturnType<typeof listRightsBut>) => {
  const { user } = await t.given.account(email);
  await admin.accounts.setRights.mutate({ id: user.id, rights });
  return t.as(email);
};
const editor = await signInWith('editor@prices.example', ['content']);
const registrar = await signInWith('registrar@prices.example', ['registrations']);
const keeper = await signInWith('keeper@prices.example', listRightsBut());

const cheap = [{ label: 'All', amount: 500, dueDays: 0 }];
const readNotes = async () =>
  (await admin.fees.control.query({ month: toLocalDay(t.now()).slice(0, 7) })).items
    .filter(({ kind }) => kind === 'price' || kind === 'below')
    .map(({ kind, by, amount, reason, registrationId }) => ({ kind, by, amount, reason, registrationId }));

test('prices and instalments are changed by who keeps the fees, and Control lists each change', async () => {
  const { id } = await t.given.program({ name: 'Weaving', price: 1_800_000, instalments: [] });
  const { id: intake } = await t.given.intake({ programId: id, startsOn: addDaysToToday(30) });
  const refused = [
    () => editor.admin.programs.update.mutate({ id, changes: { price: 1 } }),
    () => editor.admin.programs.update.mutate({ id, changes: { instalments: cheap } }),
    () => registrar.admin.intakes.update.mutate({ id: intake, changes: { instalments: cheap } }),
    () =>
      registrar.admin.intakes.create.mutate({
        programId: id,
        startsOn: addDaysToToday(60),
        instalments: cheap,
      }),
  ];
  for (const change of refused) expect((await readRefusal(change())).status).toBe(403);
  const overRest = editor.api.programs.update({ params: { id }, body: { price: 1 } });
  expect((await overRest).status).toBe(403);
  // The form sends what is there already
  const same = { price: 1_800_000, instalments: [], duration: 'A year' };
  await requireSuccess(editor.api.programs.update({ params: { id }, body: same }));

  await keeper.admin.programs.update.mutate({ id, changes: { price: 1_500_000 } });
  await keeper.admin.intakes.update.mutate({ id: intake, changes: { instalments: cheap } });
  const by = 'keeper@prices.example';
  expect(await readNotes()).toMatchObject([
    {
      kind: 'price',
      by,
      amount: -500,
      reason: expect.stringMatching(/^Weaving, .*: the fee of the program, now UGX 500$/),
    },
    { kind: 'price', by, amount: 300_000, reason: 'Weaving: UGX 1,800,000, now UGX 1,500,000' },
  ]);

  const { id: friend } = await t.given.registration({ programId: id, intakeId: intake });
  await registrar.admin.registrations.decide.mutate({ id: friend, status: 'accepted' });
  expect((await readNotes())[0]).toEqual({
    kind: 'below',
    by: 'registrar@prices.example',
    amount: 1_499_500,
    reason: 'Accepted, owes UGX 500 of UGX 1,500,000',
    registrationId: friend,
  });
});

test('an import of programs sets no price without the right to fees, and then stores nothing', async () => {
  const { id: kept } = await t.given.program({ name: 'Masonry', price: 700_000 });
  const readPrices = () =>
    t.sql(
      `select name, price::int from programs where name in ('Pottery', 'Glazing', 'Masonry') order by id`,
    );
  const runImport = async (...rows: string[]) => {
    const heading = 'Name,Description,Duration,Schedule,Price,Image URL,Image Alt,Updated At';
    const { id } = await sendImport(t, { kind: 'programs', file: [heading, ...rows].join('\n') });
    const { hash } = await editor.admin.imports.plan.query({ id });
    await editor.admin.imports.commit.mutate({ id, hash });
    const readState = () => editor.admin.imports.status.query({ id });
    await vi.waitFor(async () => expect((await readState()).state).not.toBe('running'), { timeout: 20_000 });
    return readState();
  };
  const row = (name: string, price: number, updatedAt = '') =>
    `${name},Text,A year,Mon,${price},/uploads/a.jpg,A wheel,${updatedAt}`;

  expect(await runImport(row('Pottery', 0), row('Glazing', 5000))).toMatchObject({
    state: 'failed',
    error:
      'Price and instalments of “Glazing” are set with the right to fees. Leave a new one at 0 without instalments, or ask an owner',
  });
  const { view } = await editor.admin.programs.get.query({ id: kept });
  const exported = formatSheetTime(view.updatedAt);
  expect(await runImport(row('Pottery', 0), row('Masonry', 1, exported))).toMatchObject({
    state: 'failed',
    error:
      'Price and instalments of “Masonry” are set with the right to fees. Leave them as they are, or ask an owner',
  });
  expect(await readPrices()).toEqual([{ name: 'Masonry', price: 700_000 }]);

  expect(await runImport(row('Pottery', 0))).toMatchObject({ state: 'done' });
  expect(await readPrices()).toContainEqual({ name: 'Pottery', price: 0 });
});
