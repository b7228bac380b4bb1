import type { Client } from 'pg';
import type { CaughtEmail } from '../../../server/src/testing/mail-server.ts';
import { donationOf } from './tasks.ts';

export interface Expected {
  registrations: number;
  messages: number;
  donations: number;
}

export interface Check {
  name: string;
  expected: number;
  found: number;
}

/** Compares the rows that must exist after all work with the rows that do. */
export async function checkRows(
  db: Client,
  { registrations, messages, donations }: Expected,
): Promise<Check[]> {
  const count = async (sql: string) => {
    const { rows } = await db.query<{ count: number }>(`select (${sql})::int as count`);
    return rows[0]?.count ?? Number.NaN;
  };
  const emails = 2 * registrations + messages + donations;
  const paid = Array.from({ length: donations }, (_, number) => donationOf(number).amount);
  const rules: [name: string, expected: number, sql: string][] = [
    [
      'registrations stored, each once',
      registrations,
      "select count(distinct email) from registrations where email like 'applicant-%' having count(*) = count(distinct email)",
    ],
    [
      'messages stored, each once',
      messages,
      'select count(distinct email) from messages having count(*) = count(distinct email)',
    ],
    [
      'donations stored, each once',
      donations,
      'select count(distinct email) from donations having count(*) = count(distinct email)',
    ],
    ['donations paid', donations, "select count(*) from donations where status = 'successful'"],
    [
      'their amounts together, over all currencies',
      paid.reduce((sum, amount) => sum + amount, 0),
      "select sum(amount) from donations where status = 'successful'",
    ],
    [
      'entries in the activity log that a donation was received',
      donations,
      "select count(*) from activities where description like 'Donation received%'",
    ],
    [
      'receipt numbers, from 1 without a gap',
      donations,
      "select max(n) from (select split_part(receipt_number, '-', 3)::int as n from donations) as numbers having count(distinct n) = max(n) and min(n) = 1",
    ],
    [
      'receipts written, one for each donation',
      donations,
      "select count(distinct data->>'donationId') from emails where kind = 'donation-receipt' having count(*) = count(distinct data->>'donationId')",
    ],
    ['emails written', emails, 'select count(*) from emails'],
    ['emails sent', emails, "select count(*) from emails where state = 'sent'"],
  ];
  const checks: Check[] = [];
  for (const [name, expected, sql] of rules) checks.push({ name, expected, found: await count(sql) });
  return checks;
}

export interface Delivered {
  checks: Check[];
  doubles: number;
  /** The most duplicate emails after one crash. */
  doublesOfOneCrash: number;
}

/** Checks the received emails. `emailsBefore` holds the number of emails received before each start. */
export async function checkEmails(
  db: Client,
  caught: CaughtEmail[],
  emailsBefore: number[],
): Promise<Delivered> {
  const { rows } = await db.query<{ id: number }>('select id from emails');
  const first = new Map<number, number>();
  const doublesAfter = new Map<number, number>();
  let unknown = 0;
  const known = new Set(rows.map(({ id }) => id));
  for (const [place, email] of caught.entries()) {
    const id = Number(/^<(\d+)\./.exec(email.header('Message-ID') ?? '')?.[1]);
    const run = emailsBefore.findLastIndex((begin) => begin <= place);
    const before = first.get(id);
    if (!known.has(id)) unknown += 1;
    else if (before === undefined) first.set(id, run);
    else doublesAfter.set(before, (doublesAfter.get(before) ?? 0) + 1);
    // A second duplicate would come from the later crash.
    if (before !== undefined) first.set(id, run);
  }
  return {
    checks: [
      { name: 'emails that reached the mail server', expected: known.size, found: first.size },
      { name: 'emails that nobody had written', expected: 0, found: unknown },
    ],
    doubles: caught.length - unknown - first.size,
    doublesOfOneCrash: Math.max(0, ...doublesAfter.values()),
  };
}
