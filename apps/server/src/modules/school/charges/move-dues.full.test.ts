import { addDays } from '@institute/contract/time';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Ctx } from '../../../context.ts';
import { migrate } from '../../../database/migrate.ts';
import { confirmedOwner } from '../../../testing/app/rights.ts';
import { addDaysToToday } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { query } from '../../../testing/processes/cluster.ts';
import { createOlderDatabase } from '../../../testing/processes/older-database.ts';
import { runInTransaction } from '../../../transaction.ts';
import { chargeStatusChanges, moveDueDays, planMovedDueDays } from './charge.service.ts';

const t = await useTestApp();
const firstStart = addDaysToToday(20);

const dueDays = fc.option(fc.integer({ min: -30, max: 90 }));
const instalment = fc.record({
  label: fc.constantFrom('Term', 'Kit'),
  amount: fc.constantFrom(1000, 2000),
  dueDays,
});
const list = fc.array(instalment, { minLength: 1, maxLength: 4 });
const step = fc.oneof(
  fc.record({ does: fc.constant('accept' as const), who: fc.nat(3) }),
  fc.record({ does: fc.constant('changeList' as const), list }),
  fc.record({
    does: fc.constant('move' as const),
    days: fc.integer({ min: -15, max: 15 }),
    moves: fc.boolean(),
  }),
);

/** What each person owes, as a plain list that knows the rule of each line. */
interface Line {
  who: number;
  label: string;
  amount: number;
  rule: number | null;
  dueOn: string;
}
const dayOf = (rule: number | null, start: string): string =>
  rule === null ? addDaysToToday(0) : addDays(start, rule);
const sorted = (items: readonly object[]) => items.map((item) => JSON.stringify(item)).sort();

function planLines(lines: readonly Line[], start: string) {
  const groups = new Map<string, Set<number>>();
  for (const { who, label, rule, dueOn } of lines) {
    const [from, to] = rule === null ? [null, null] : [dueOn, addDays(start, rule)];
    const key = JSON.stringify({ label, from, to, isKnown: true });
    groups.set(key, (groups.get(key) ?? new Set()).add(who));
  }
  const moved = lines.filter(({ rule, dueOn }) => dueOn !== dayOf(rule, start) && rule !== null);
  return {
    people: new Set(moved.map(({ who }) => who)).size,
    instalments: sorted([...groups].map(([key, people]) => ({ ...JSON.parse(key), people: people.size }))),
  };
}

const readStanding = (people: readonly number[]) =>
  t.sql(
    `select registration_id as "id", label, amount, due_days as rule, due_on::text as "dueOn" from charges
     where kind = 'instalment' and registration_id = any(?::int[])
       and not exists (select from charges as later where later.reverses = charges.id)`,
    [`{${people}}`],
  );

test('each instalment moves by its own rule, also after moves that left the days and other lists', async () => {
  const { user } = await t.given.account();
  const ctx = (): Ctx => ({ ...t.jobContext(t.now), actor: { ...confirmedOwner, ...user }, em: t.em() });
  await fc.assert(
    fc.asyncProperty(list, fc.array(step, { minLength: 6, maxLength: 12 }), async (firstList, steps) => {
      const { id: programId } = await t.given.program({ price: 5000, instalments: firstList });
      const { id: intakeId } = await t.given.intake({ programId, startsOn: firstStart });
      const people: number[] = [];
      for (let at = 0; at < 4; at++) people.push((await t.given.registration({ programId, intakeId })).id);
      let instalments = firstList;
      let start = firstStart;
      let lines: Line[] = [];
      for (const given of steps) {
        if (given.does === 'changeList') {
          instalments = given.list;
          const stored = [JSON.stringify(instalments), programId];
          await t.sql('update programs set instalments = ?::jsonb where id = ?', stored);
        }
        if (given.does === 'accept' && !lines.some(({ who }) => who === given.who)) {
          const { who } = given;
          const id = people[who] ?? 0;
          await runInTransaction(ctx(), async (tx) => {
            await tx.em.execute(`update registrations set status = 'accepted' where id = ?`, [id]);
            await chargeStatusChanges(tx, [{ id, from: 'new', to: 'accepted' }]);
          });
          for (const { label, amount, dueDays: rule } of instalments)
            lines.push({ who, label, amount, rule, dueOn: dayOf(rule, start) });
        }
        if (given.does === 'move') {
          const from = start;
          const to = addDays(start, given.days);
          const plan = await planMovedDueDays(ctx(), { intakeId, startsOn: to });
          expect({ ...plan, instalments: sorted(plan.instalments) }).toEqual(planLines(lines, to));
          await runInTransaction(ctx(), async (tx) => {
            if (given.moves) await moveDueDays(tx, intakeId, { from, to });
            await tx.em.execute('update intakes set starts_on = ? where id = ?', [to, intakeId]);
          });
          start = to;
          if (given.moves && from !== to)
            lines = lines.map((line) => ({ ...line, dueOn: dayOf(line.rule, to) }));
        }
        const expected = lines.map(({ who, ...line }) => ({ id: people[who], ...line }));
        expect(sorted(await readStanding(people))).toEqual(sorted(expected));
      }
    }),
    { numRuns: 12 },
  );
});

test('an update knows the rule of a stored instalment only where label and amount tell it', async () => {
  const db = await createOlderDatabase('0118');
  const run = (sql: string) => query(db.connection, sql);
  const instalments = JSON.stringify([
    { label: 'First', amount: 1000, dueDays: null },
    { label: 'Second', amount: 2000, dueDays: 30 },
    { label: 'Twice', amount: 3000, dueDays: 40 },
    { label: 'Twice', amount: 4000, dueDays: 50 },
  ]);
  await run(`insert into programs (id, name, description, category, duration, schedule, price, image_url, instalments)
    values (1, 'Listed', '', 'training', '', '', 10000, '', '${instalments}'), (2, 'Whole', '', 'training', '', '', 7000, '', '[]')`);
  await run(
    `insert into intakes (id, program_id, starts_on) values (1, 1, '2027-02-01'), (2, 2, '2027-02-01')`,
  );
  await run(`insert into registrations (id, first_name, last_name, phone, consent, status, program_id, intake_id)
    values (1, 'Ann', 'Akello', '0772', true, 'accepted', 1, 1), (2, 'Ben', 'Okot', '0773', true, 'accepted', 2, 2)`);
  await run(`insert into charges (registration_id, kind, label, amount, due_on)
    select person, kind, label, amount, '2027-03-03' from (values (1, 'instalment', 'First', 1000),
      (1, 'instalment', 'Second', 2000), (1, 'instalment', 'Second', 1500), (1, 'instalment', 'Twice', 4000),
      (1, 'extra', 'Second', 2000), (2, 'instalment', 'Fee', 7000)) as given (person, kind, label, amount)`);
  await migrate(db.connection);
  const rows = await run('select label, amount, due_days as days from charges order by id');
  const refused = run('update charges set due_days = 1').catch((error: Error) => error.message);
  expect(await refused).toContain('Rows of charges are only inserted');
  await db.drop();
  expect(rows).toEqual([
    { label: 'First', amount: 1000, days: null },
    { label: 'Second', amount: 2000, days: 30 },
    { label: 'Second', amount: 1500, days: null },
    { label: 'Twice', amount: 4000, days: null },
    { label: 'Second', amount: 2000, days: null },
    { label: 'Fee', amount: 7000, days: 0 },
  ]);
});
