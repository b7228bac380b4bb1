import { type ApiScope, apiScopes } from '@institute/contract/api-keys.constants';
import { registrationStatuses } from '@institute/contract/registrations.constants';
import { makeHolderOfRole, rights } from '@institute/contract/rights.constants';
import { expect, test } from 'vitest';
import { addDaysToToday } from '../app/sample-bodies.ts';
import { useTestApp } from '../app/test-app.ts';
import { callInputs } from './call-inputs.ts';
import { type Call, toRequest } from './every-call.ts';
import { isRefused, lureInto, readProperties, writingCalls } from './lured-calls.ts';

const t = await useTestApp();
await t.signIn();
const { admin } = t.office;

const instalments = [
  { label: 'Registration', amount: 200_000, dueDays: null },
  { label: 'First term', amount: 500_000, dueDays: 0 },
  { label: 'Second term', amount: 300_000, dueDays: 60 },
];
const { id: programId } = await t.given.program({ price: 1_000_000, instalments });
const { id: freeProgram } = await t.given.program({ price: 1, instalments: [] });
const { id: intakeId } = await t.given.intake({ programId, startsOn: addDaysToToday(30) });
const cheap = [{ label: 'All', amount: 500, dueDays: 0 }];
const { id: cheapIntake } = await t.given.intake({
  programId,
  startsOn: addDaysToToday(40),
  instalments: cheap,
});
const { id: victim } = await t.given.registration({ programId, intakeId });
await admin.registrations.decide.mutate({ id: victim, status: 'accepted' });
const kit = {
  registrationId: victim,
  kind: 'extra',
  label: 'Kit',
  amount: 50_000,
  dueOn: addDaysToToday(20),
} as const;
const { id: chargeId } = await admin.fees.charge.mutate(kit);

const discount = {
  kind: 'discount',
  amount: -5000,
  label: 'Kit',
  reason: 'A friend',
  dueOn: addDaysToToday(1),
};
/** Whatever a call takes of these, it gets. */
const lures = (status: string, version: number) => ({
  ...discount,
  status,
  registrationId: victim,
  registrations: [victim],
  rows: [{ id: victim, version, status }],
  reversesCharges: true,
  reverses: true,
  agesConfirmed: true,
  anyway: true,
  moveDues: true,
  difference: status === 'rejected' ? 'reverse' : 'keep',
  programId: status === 'new' ? freeProgram : programId,
  intakeId: status === 'new' ? null : cheapIntake,
  chargeId,
  startsOn: addDaysToToday(50),
  price: 1,
  instalments: cheap,
});

async function readState() {
  const [row] = await t.sql<{ owed: number; terms: string }>(
    `select (select sum(amount) from charges where registration_id = ?)::int as owed,
       (select jsonb_agg(to_jsonb(one)) from (
         select id, price, instalments from programs where id in (?, ?) order by id) as one)::text
       || (select jsonb_agg(to_jsonb(one)) from (
         select id, instalments from intakes where id in (?, ?) order by id) as one)::text as terms`,
    [victim, programId, freeProgram, intakeId, cheapIntake],
  );
  return row ?? { owed: 0, terms: '' };
}

/** Where every call finds the person that it is lured to. */
async function putBack(): Promise<number> {
  await t.sql(
    `update registrations set status = 'accepted', program_id = ?, intake_id = ?, deleted_at = null where id = ?`,
    [programId, intakeId, victim],
  );
  await t.sql('update programs set deleted_at = null');
  await t.sql('update intakes set deleted_at = null');
  const [row] = await t.sql<{ version: number }>('select version from registrations where id = ?', [victim]);
  return row?.version ?? 0;
}

/** Returns the names of the calls that succeeded. */
async function lureEach(calls: readonly Call[], token: string, { setsPrices = false } = {}) {
  const answered = new Set<string>();
  for (const call of calls) {
    for (const status of registrationStatuses) {
      for (const id of [victim, programId, intakeId, cheapIntake]) {
        const version = await putBack();
        const before = await readState();
        const usual = callInputs(call);
        const baits = lures(status, version);
        const body = lureInto(call.input.body, usual.body, { ...baits, id });
        const request = toRequest(call, { ...usual, params: { ...(usual.params ?? {}), id }, body });
        const headers = { ...request.headers, authorization: `Bearer ${token}` };
        const { statusCode } = await t.app.inject({ ...request, headers });
        if (statusCode < 300) answered.add(call.name);
        const after = await readState();
        const said = `${call.name} ${JSON.stringify(body).slice(0, 300)}: ${statusCode}`;
        expect(after.owed, said).toBeGreaterThanOrEqual(before.owed);
        if (!setsPrices) expect(after.terms, said).toBe(before.terms);
        // Without a choice among them one call is enough
        const takesId = call.path.includes(':id') || 'id' in readProperties(call.input.body);
        if (!takesId) break;
      }
      if (!JSON.stringify(call.input.body ?? {}).includes('"rejected"')) break;
    }
  }
  return answered;
}

test.each(rights)(
  'no call lowers a debt or sets a price by the right: %s',
  { timeout: 600_000 },
  async (right) => {
    const email = `${right}@doors.example`;
    const { user } = await t.given.account(email);
    await t.sql('update accounts set rights = ? where id = ?', [`{${right}}`, user.id]);
    const { token } = await t.signIn(email);
    const calls = writingCalls.filter((one) => !isRefused([right], one));
    // Whoever keeps the fees sets prices
    expect((await lureEach(calls, token, { setsPrices: right === 'fees' })).size).toBeGreaterThan(0);
  },
);

/** Only owners make keys. The editor was one. */
const holders = ['owner', 'editor'] as const;
const scopeSets = [...apiScopes.map((scope) => [scope]), [...apiScopes]];

test.each(holders)(
  'no key of the role %s lowers a debt or sets a price',
  { timeout: 600_000 },
  async (role) => {
    const email = `${role}@keys.example`;
    const { user } = await t.given.account(email);
    await t.sql('update accounts set is_owner = true where id = ?', [user.id]);
    const { token } = await t.signIn(email);
    const makeKey = (scopes: ApiScope[]) =>
      t.withToken(token).admin.apiKeys.create.mutate({ name: 'Timetable', scopes });
    const keys = await Promise.all(scopeSets.map(makeKey));
    const { isOwner, rights: held } = makeHolderOfRole(role);
    await t.sql(`update accounts set is_owner = ?, rights = '{${held}}' where id = ?`, [isOwner, user.id]);
    // The admin area takes no key
    const calls = writingCalls.filter(({ isAdmin }) => !isAdmin);
    const answered = new Set<string>();
    for (const { key } of keys) for (const name of await lureEach(calls, key)) answered.add(name);
    expect([...answered]).toContain('programs.remove');
    expect(answered.has('registrations.update')).toBe(role === 'owner');
  },
);
