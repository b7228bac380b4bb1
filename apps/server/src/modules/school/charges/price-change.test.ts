import { kampalaDay } from '@institute/contract/time';
import { expect, test } from 'vitest';
import { readRefusal, succeeded } from '../../../testing/answers.ts';
import { dayIn } from '../../../testing/given.ts';
import { rightsBut } from '../../../testing/rights.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const t = await useTestApp();
await t.signIn();
const { admin } = t.office;
const signInWith = async (email: string, rights: ReturnType<typeof rightsBut>) => {
  const { user } = await t.given.account(email);
  await admin.accounts.setRights.mutate({ id: user.id, rights });
  return t.as(email);
};
const editor = await signInWith('editor@prices.example', ['content']);
const registrar = await signInWith('registrar@prices.example', ['registrations']);
const keeper = await signInWith('keeper@prices.example', rightsBut());

const cheap = [{ label: 'All', amount: 500, dueDays: 0 }];
const readNotes = async () =>
  (await admin.fees.control.query({ month: kampalaDay(t.now()).slice(0, 7) })).items
    .filter(({ kind }) => kind === 'price' || kind === 'below')
    .map(({ kind, by, amount, reason, registrationId }) => ({ kind, by, amount, reason, registrationId }));

test('prices and instalments are changed by who keeps the fees, and Control lists each change', async () => {
  const { id } = await t.given.program({ name: 'Weaving', price: 1_800_000, instalments: [] });
  const { id: intake } = await t.given.intake({ programId: id, startsOn: dayIn(30) });
  const refused = [
    () => editor.admin.programs.update.mutate({ id, changes: { price: 1 } }),
    () => editor.admin.programs.update.mutate({ id, changes: { instalments: cheap } }),
    () => registrar.admin.intakes.update.mutate({ id: intake, changes: { instalments: cheap } }),
    () => registrar.admin.intakes.create.mutate({ programId: id, startsOn: dayIn(60), instalments: cheap }),
  ];
  for (const change of refused) expect((await readRefusal(change())).status).toBe(403);
  const overRest = editor.api.programs.update({ params: { id }, body: { price: 1 } });
  expect((await overRest).status).toBe(403);
  // The form sends what stands there already
  const same = { price: 1_800_000, instalments: [], duration: 'A year' };
  await succeeded(editor.api.programs.update({ params: { id }, body: same }));

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
