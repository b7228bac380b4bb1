import { payCode, toComparableId } from '@institute/contract/fees.constants';
import { addDays } from '@institute/contract/time';
import fc from 'fast-check';
import { expect } from 'vitest';
import { getFeeAccount } from '../../modules/school/fees/accounts/fee-account.service.ts';
import { listUnassignedMoney } from '../../modules/school/fees/unassigned/fee-part.service.ts';
import { addDaysToToday, makeFeePayment } from '../app/sample-bodies.ts';
import type { TestApp } from '../app/test-app.ts';
import { layouts, spellings, type Transfer } from './statement-files.ts';

interface Student {
  id: number;
  reference: string;
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('arrive' as const),
      person: fc.option(fc.nat({ max: 2 })),
      amount: fc.constantFrom(50_000, 100_000, 100_001),
      isReference: fc.boolean(),
      /** Gives the transfer an amount that no other has, so that the desk's record can belong to no other. */
      isForDesk: fc.boolean(),
      daysAgo: fc.nat({ max: 20 }),
      cents: fc.constantFrom(0, 5, 25, 50),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('import' as const),
      picks: fc.array(fc.nat(), { minLength: 1, maxLength: 10 }),
      split: fc.option(fc.nat()),
      spelling: fc.constantFrom(...Object.keys(spellings)),
      again: fc.constantFrom(...Object.keys(spellings)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('record at the desk' as const),
      pick: fc.nat(),
      isSlip: fc.boolean(),
      daysLater: fc.integer({ min: -3, max: 3 }),
    }),
  },
  ...(['reverse', 'cancel'] as const).map((does) => ({
    weight: 1,
    arbitrary: fc.record({ does: fc.constant(does), pick: fc.nat() }),
  })),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface History {
  layout: keyof typeof layouts;
  steps: Step[];
}

/** In any order, so that neither rises with the time. Some begin with zeros. */
const listIds = fc.uniqueArray(fc.stringMatching(/^0{0,3}[1-9]\d{7}$/), {
  minLength: 12,
  maxLength: 12,
  selector: Number,
});

const history = fc.record({
  layout: fc.constantFrom(...Object.keys(layouts)),
  ids: listIds,
  steps: fc.array(step, { minLength: 6, maxLength: 20 }),
});

/**
 * The money of a school as a plain list, added up in a second way: each transfer is somebody's at most once, however
 * often and in whatever order files name it.
 */
class SchoolBook {
  /** How much of a transfer is whose. Nobody's is under -1. */
  readonly #stored = new Map<string, Map<number, number>>();

  has(key: string): boolean {
    return this.#stored.has(key);
  }

  store(key: string, shares: ReadonlyMap<number, number>): void {
    if (!this.has(key)) this.#stored.set(key, new Map(shares));
  }

  /** A transfer that was taken back is never stored again automatically. */
  takeBack(key: string): void {
    this.#stored.set(key, new Map());
  }

  isOfSomebody(key: string): boolean {
    return !this.#stored.get(key)?.has(-1);
  }

  sum(person: number): number {
    return [...this.#stored.values()].reduce((sum, shares) => sum + (shares.get(person) ?? 0), 0);
  }
}

async function playHistory(
  t: TestApp,
  people: readonly Student[],
  { layout, ids, steps }: History & { ids: string[] },
): Promise<SchoolBook> {
  const { fees } = t.office.admin;
  const book = new SchoolBook();
  const bank: Transfer[] = [];
  const hasIds = !layout.includes('without ids');
  const method = layout === 'portal of MTN' ? ('mtn' as const) : ('bank' as const);
  const pick = (at: number): Transfer | undefined => bank[at % Math.max(1, bank.length)];
  /** Equal lines of a file without ids and balances are distinguished by their order. */
  const listKeys = (transfers: readonly Transfer[]): string[] => {
    const counts = new Map<string, number>();
    return transfers.map(({ id, day, code, amount }) => {
      if (!layout.endsWith('balances')) return id;
      const print = [day, code, amount].join();
      const count = (counts.get(print) ?? 0) + 1;
      counts.set(print, count);
      return `${print} ${count}`;
    });
  };
  const planFile = async (chosen: readonly Transfer[], spelling: string) => {
    const file = spellings[spelling]?.(layouts[layout]?.(chosen) ?? []) ?? '';
    if (typeof file === 'string') return { text: file, ...(await fees.plan.mutate({ text: file, method })) };
    const { text } = await fees.planFile.mutate({ name: 'a.xlsx', base64: file.toString('base64') });
    return { text, ...(await fees.plan.mutate({ text, method })) };
  };
  const makeWhole = ({ person, amount }: Transfer) => new Map([[person ?? -1, amount]]);

  for (const given of steps) {
    const id = ids[bank.length];
    if (given.does === 'arrive' && id) {
      const { person, isReference, isForDesk, daysAgo, cents } = given;
      const amount = given.amount + (isForDesk ? 1000 * (1 + bank.length) : 0);
      const student = people[person ?? -1];
      const code = student ? (isReference ? student.reference : payCode(student.id)) : 'nobody';
      const balance = amount + Math.floor(bank.at(-1)?.balance ?? 0) + cents / 100;
      bank.push({
        id,
        day: addDaysToToday(-daysAgo),
        amount,
        balance,
        person,
        code,
        isForDesk,
        isReversed: false,
      });
    }
    const transfer = 'pick' in given ? pick(given.pick) : undefined;
    const student = people[transfer?.person ?? -1];
    if (given.does === 'record at the desk' && transfer?.isForDesk && student) {
      const [key = ''] = listKeys([transfer]);
      // An operator's own ID is typed at the desk. The slip of a bank has another one, and another day.
      const isSlip = method === 'bank' && (given.isSlip || !hasIds);
      const { amount, id, day } = transfer;
      const later = addDays(day, given.daysLater);
      const receivedOn = isSlip && later <= addDaysToToday(0) ? later : day;
      const operatorId = isSlip ? `SLIP${id.slice(-6)}` : id;
      if (!book.has(key)) {
        const payment = { amount, operatorId, receivedOn, method, again: true };
        await fees.record.mutate(makeFeePayment(student.id, payment));
        book.store(key, makeWhole(transfer));
      }
    }
    if (given.does === 'reverse' && transfer && hasIds) transfer.isReversed = true;
    if (given.does === 'cancel' && transfer && book.has(transfer.id) && book.isOfSomebody(transfer.id)) {
      const [movement] = await t.sql<{ id: number }>(
        `select id from fee_movements where plain_id(operator_id) = plain_id(?)
           and not exists (select from fee_movements as counter where counter.counters = fee_movements.id)`,
        [transfer.id],
      );
      if (movement) {
        await fees.counter.mutate({ movementId: movement.id, reason: 'By mistake' });
        book.takeBack(transfer.id);
      }
    }
    if (given.does === 'import' && bank.length > 0) {
      const chosen = [...new Set(given.picks.flatMap((at) => pick(at) ?? []))];
      const { text, ...plan } = await planFile(chosen, given.spelling);
      const keys = listKeys(chosen);
      const isNew = chosen.map((one, at) => !one.isReversed && !book.has(keys[at] ?? ''));
      const [first, second] = people;
      const at = given.split === null ? -1 : given.split % chosen.length;
      const divided = isNew[at] ? chosen[at] : undefined;
      const line = plan.lines.find(({ state, amount, operatorId, day }) =>
        divided && (state === 'matched' || state === 'unmatched')
          ? hasIds
            ? toComparableId(operatorId ?? '') === toComparableId(divided.id)
            : amount === divided.amount && day === divided.day && chosen.length === 1
          : false,
      );
      const half = Math.floor((divided?.amount ?? 0) / 2);
      const shares = new Map([
        [0, half],
        [1, (divided?.amount ?? 0) - half],
      ]);
      const parts = [first, second].map((one, place) => ({
        registrationId: one?.id ?? 0,
        amount: shares.get(place) ?? 0,
      }));
      const choices = line ? [{ line: line.line, parts }] : [];
      // The office knows which money came. A file without IDs has no reversals, so its lines are the transfers
      const likely = plan.lines.flatMap(({ state, line: number }, place) =>
        state === 'likely' && !hasIds && isNew[place] ? number : [],
      );
      await fees.import.mutate({ text, method, hash: plan.hash, likely, choices });
      chosen.forEach((one, place) => {
        const key = keys[place] ?? '';
        if (isNew[place]) book.store(key, line && one === divided ? shares : makeWhole(one));
      });
      // The same lines once more bring nothing, however their file is spelled
      const again = await planFile(chosen, given.again);
      expect(again.lines.map(({ state }) => state)).not.toContain('matched');
      await fees.import.mutate({ text: again.text, method, hash: again.hash, likely: [] });
    }
  }
  return book;
}

/** Of each layout, the spelling by which its file comes first, and all others after it. */
function listSpellingHistories(): (History & { ids: string[] })[] {
  const arrive = {
    does: 'arrive' as const,
    amount: 50_000 as const,
    isReference: false,
    isForDesk: false,
    daysAgo: 3,
  };
  const arrivals = [
    { ...arrive, person: 0, cents: 50 as const },
    { ...arrive, person: null, cents: 25 as const },
  ];
  const importAs = (spelling = '', again = '') => ({
    does: 'import' as const,
    picks: [0, 1],
    split: null,
    spelling,
    again,
  });
  return Object.keys(layouts).flatMap((layout) =>
    Object.keys(spellings).map((first, _at, names) => {
      const [a, b, c, d, e] = names.filter((name) => name !== first);
      const imports = [importAs(first, a), importAs(b, c), importAs(d, e)];
      return { layout, ids: ['00076543', '21000001'], steps: [...arrivals, ...imports] };
    }),
  );
}

/** Plays random histories of statements, and compares all money with an independent sum. */
export async function checkStatementHistories(t: TestApp, numRuns: number): Promise<void> {
  const people = [await t.given.student(), await t.given.student(), await t.given.student()];
  const readMoney = async () => {
    const ctx = { ...t.jobContext(t.now), em: t.em() };
    const { items } = await listUnassignedMoney(ctx, { limit: 100_000, offset: 0 });
    const accounts = await Promise.all(people.map(({ id }) => getFeeAccount(ctx, id)));
    return [...accounts.map(({ paid }) => paid), items.reduce((sum, { amount }) => sum + amount, 0)];
  };
  const check = async (given: History & { ids: string[] }) => {
    await t.sql('truncate fee_parts, fee_movements');
    const book = await playHistory(t, people, given);
    expect(await readMoney(), JSON.stringify(given)).toEqual([0, 1, 2, -1].map((person) => book.sum(person)));
  };
  for (const given of listSpellingHistories()) await check(given);
  await fc.assert(
    fc.asyncProperty(history, check),
    // Without an end, the search for the smallest failure would hide it
    { numRuns, interruptAfterTimeLimit: 150_000 },
  );
}
