import { expect, onTestFinished, test } from 'vitest';
import { startKilledInTurns } from '../../../testing/killed-in-turns.ts';

/** `KILLS=50` kills as often as docs/reliability.md says, which takes some minutes. */
const KILLS = Number(process.env.KILLS ?? 10);
const CLASS = 5;
/** The kill comes at another moment of the issue each time. */
const LATEST_MS = 40;

test(`killed ${KILLS} times while it issues: all of a class or none, and no number is lost`, async () => {
  const product = await startKilledInTurns();
  onTestFinished(product.close);
  const { sql } = product;
  const content = { institute: { name: 'Mbale Institute' }, certificates: { signerName: 'Ann Example' } };
  await sql(`insert into site (content) values ('${JSON.stringify(content)}')`);
  await sql(`insert into programs (name, description, category, duration, schedule, price, image_url)
    values ('Tailoring', '', 'training', '', '', 0, '/images/one.jpg')`);
  await sql(`insert into registrations (first_name, last_name, phone, consent, status, program_id)
    select 'N', n::text, '0772', true, 'completed', 1 from generate_series(1, ${(KILLS + 1) * CLASS}) as n`);
  const issue = (turn: number) => {
    const registrations = Array.from({ length: CLASS }, (_, index) => ({ id: turn * CLASS + index + 1 }));
    return product.call('certificates.issue', { registrations });
  };
  expect(await issue(0)).toMatchObject({ status: 200 });

  let answered = 0;
  for (let turn = 1; turn <= KILLS; turn += 1) {
    const issuing = issue(turn);
    await product.killAfter((turn * 7) % LATEST_MS);
    if ((await issuing)?.status === 200) answered += 1;
  }

  await product.waitForDatabase();
  const classes = await sql<{ size: number }>(
    `select count(*)::int as size from certificates group by (registration_id - 1) / ${CLASS}`,
  );
  expect(classes.every(({ size }) => size === CLASS)).toBe(true);
  expect(classes.length).toBeGreaterThanOrEqual(answered + 1);
  const numbers = await sql<{ number: string }>('select number from certificates order by number');
  expect(numbers.map(({ number }) => Number(number.slice(-6)))).toEqual(numbers.map((_, index) => index + 1));
  expect(await sql('select id from signing_keys')).toHaveLength(1);
}, 1_200_000);
