import { payCode } from '@institute/contract/fees.constants';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { useTestApp } from '../../../../testing/test-app.ts';

const t = await useTestApp();

beforeEach(async () => {
  await t.sql('truncate fee_parts, fee_movements, registrations, outgoing_messages cascade');
});

interface Line {
  id: string;
  amount: number;
  /** Several lines can be of one person. */
  person: number;
}

/** Reads whose money stands under each transaction, from the rows alone. */
async function readStored() {
  const rows = await t.sql<Line & { part: number; note: string }>(
    `select operator_id as id, movement.amount, registration_id as person, part.amount as part, note
     from fee_movements as movement join fee_parts as part on movement_id = movement.id`,
  );
  return rows.toSorted(byId);
}

async function importLines(lines: readonly Line[]): Promise<void> {
  const rows = lines.map(({ id, amount, person }) => `2026-02-02,${id},${payCode(person)},${amount}`);
  const text = ['Date,Transaction ID,Description,Credit', ...rows].join('\n');
  const { fees } = t.office.admin;
  const { hash } = await fees.plan.mutate({ text });
  await fees.import.mutate({ text, hash, likely: [] });
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

const expectedRows = (lines: readonly Line[]) =>
  lines.map((line) => ({ ...line, part: line.amount, note: payCode(line.person) })).toSorted(byId);

test('money of a statement goes to whom each line names when the newest line is first', async () => {
  const grace = await t.given.student({ firstName: 'Grace' });
  const peter = await t.given.student({ firstName: 'Peter' });
  const lines = [
    { id: 'B2', amount: 100_000, person: grace.id },
    { id: 'B1', amount: 200_000, person: peter.id },
  ];
  await importLines(lines);
  expect(await readStored()).toEqual(expectedRows(lines));
});

test('money of statements with ids in any order stands under the transaction of its own line', async () => {
  const people = [await t.given.student(), await t.given.student(), await t.given.student()];
  const ids = fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9]{4,9}$/), {
    maxLength: 12,
    selector: (id) => id.toUpperCase(),
  });
  const file = ids.chain((chosen) =>
    fc.tuple(
      ...chosen.map((id) =>
        fc.record({
          // A number alone is no text with an unreadable digit
          id: fc.constant(`T${id}`),
          amount: fc.constantFrom(50_000, 100_000, 100_001),
          person: fc.constantFrom(...people.map((one) => one.id)),
        }),
      ),
    ),
  );
  await fc.assert(
    fc.asyncProperty(file, async (lines) => {
      await t.sql('truncate fee_parts, fee_movements');
      await importLines(lines);
      expect(await readStored()).toEqual(expectedRows(lines));
    }),
    { numRuns: 25 },
  );
});
