import { toLocalDay } from '@institute/contract/time';
import { expect, onTestFinished, test } from 'vitest';
import { startKilledInTurns } from '../../../testing/processes/killed-in-turns.ts';

/** `KILLS=100` kills as often as docs/reliability.md says, which takes some minutes. */
const KILLS = Number(process.env.KILLS ?? 3);
const today = toLocalDay(new Date());

test(
  `${KILLS} kills while fees are recorded, imported and assigned lose and double nothing`,
  async () => {
    const product = await startKilledInTurns();
    onTestFinished(product.close);
    const { sql, call } = product;
    await sql(`insert into registrations (first_name, last_name, email, phone, consent, status)
      select 'N', n::text, 'n' || n || '@example.org', '0772', true, 'accepted' from generate_series(1, ${KILLS}) as n`);
    const people = await sql<{ id: number; reference: string }>(
      'select id, reference from registrations order by id',
    );
    const received = { amount: 5000, receivedOn: today, again: true };
    const unknownPayer: number[] = [];
    for (const turn of people.keys()) {
      const money = { parts: [], method: 'airtel', operatorId: `A${turn}`, ...received };
      const answer = await call<{ id: number }>('fees.record', money);
      unknownPayer.push(answer?.body.result.data.id ?? 0);
    }

    const record = (turn: number) =>
      call('fees.record', {
        parts: [{ registrationId: people[turn]?.id, amount: 5000 }],
        method: 'mtn',
        operatorId: `M${turn}`,
        ...received,
      });
    const assign = (turn: number) =>
      call('fees.assign', {
        movementId: unknownPayer[turn],
        parts: [{ registrationId: people[turn]?.id, amount: 5000 }],
      });
    /** Two lines for the person, and one for nobody. */
    const planImport = async (turn: number) => {
      const reference = people[turn]?.reference;
      const lines = [reference, reference, 'Rent'].map(
        (reason, line) => `${today},B${turn}-${line},7000,${reason}`,
      );
      const text = ['Date,Transaction ID,Amount,Reason', ...lines].join('\n');
      const plan = await call<{ hash: string }>('fees.plan', { text });
      return { text, hash: plan?.body.result.data.hash, likely: [] };
    };

    const answered = { record: 0, import: 0, assign: 0 };
    // Finds the moments, on any machine, at which some calls have been answered and others have not
    let killAfterMs = 40;
    for (const turn of people.keys()) {
      const planned = await planImport(turn);
      const calls = { record: record(turn), import: call('fees.import', planned), assign: assign(turn) };
      await product.killAfter(killAfterMs);
      let count = 0;
      for (const name of ['record', 'import', 'assign'] as const) {
        if ((await calls[name])?.status !== 200) continue;
        answered[name] += 1;
        count += 1;
      }
      if (count === 0) killAfterMs *= 1.3;
      if (count === 3) killAfterMs *= 0.7;
    }
    await product.waitForDatabase();

    const countRows = async (text: string) => (await sql<{ count: number }>(text))[0]?.count ?? 0;
    const counted = (rest: string) =>
      countRows(`select count(*)::int as count from fee_movements as movement
        left join fee_parts on movement_id = movement.id where ${rest}`);
    expect(await counted(`method = 'mtn'`)).toBeGreaterThanOrEqual(answered.record);
    expect(await counted(`method = 'airtel' and registration_id is not null`)).toBeGreaterThanOrEqual(
      answered.assign,
    );
    const imports = await sql<{ lines: number }>(
      `select count(*)::int as lines from fee_movements where method = 'bank' group by split_part(operator_id, '-', 1)`,
    );
    expect(imports.every(({ lines }) => lines === 3)).toBe(true);
    expect(imports.length).toBeGreaterThanOrEqual(answered.import);
    expect(await counted('registration_id is not null and receipt_number is null')).toBe(0);

    // Whoever got no answer tries again
    for (const turn of people.keys()) {
      expect([200, 409]).toContain((await record(turn))?.status);
      expect([200, 409]).toContain((await assign(turn))?.status);
      expect(await call('fees.import', await planImport(turn))).toMatchObject({ status: 200 });
    }
    const sums = await sql<{ registration_id: number | null; payments: number; paid: number }>(
      `select registration_id, count(*)::int as payments, sum(movement.amount)::int as paid
       from fee_movements as movement left join fee_parts on movement_id = movement.id
       group by registration_id order by registration_id nulls last`,
    );
    expect(sums).toEqual([
      ...people.map(({ id }) => ({ registration_id: id, payments: 4, paid: 24_000 })),
      { registration_id: null, payments: KILLS, paid: 7000 * KILLS },
    ]);
    const receipts = await sql<{ number: string }>(
      'select receipt_number as number from fee_parts order by receipt_number',
    );
    const year = today.slice(0, 4);
    expect(receipts.map(({ number }) => number)).toEqual(
      receipts.map((_, at) => `FEE-${year}-${String(at + 1).padStart(6, '0')}`),
    );
    const told = `from outgoing_messages where kind = 'fee-receipt'`;
    expect(await countRows(`select count(*)::int as count ${told}`)).toBe(4 * KILLS);
    expect(await countRows(`select count(distinct data->>'partId')::int as count ${told}`)).toBe(4 * KILLS);
  },
  60 * 60_000,
);
