import fc from 'fast-check';

/** Events of a day, in addition to those of the calendar. */
export const dayPlan = fc.record({
  walkIns: fc.array(fc.constantFrom('tailoring' as const, 'catering' as const), { maxLength: 3 }),
  payments: fc.array(
    fc.record({
      till: fc.nat({ max: 1 }),
      method: fc.constantFrom<('cash' | 'bank' | 'mtn')[]>('cash', 'cash', 'cash', 'bank', 'mtn'),
      person: fc.nat(),
      thousands: fc.integer({ min: 5, max: 300 }),
      sibling: fc.option(fc.nat(), { freq: 3 }),
      isCancelled: fc.boolean(),
    }),
    { minLength: 2, maxLength: 6 },
  ),
  transfers: fc.array(
    fc.record({
      method: fc.constantFrom<('mtn' | 'bank')[]>('mtn', 'bank'),
      person: fc.option(fc.nat(), { freq: 4 }),
      thousands: fc.integer({ min: 5, max: 300 }),
      byReference: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  isShort: fc.boolean(),
});
export type DayPlan = typeof dayPlan extends fc.Arbitrary<infer Plan> ? Plan : never;

/** Money on the account of the institute, as its bank or operator knows it. */
export interface Transfer {
  method: 'mtn' | 'bank';
  id: string;
  day: string;
  amount: number;
  /** Text that the payer typed. */
  typed: string;
  /** Person whom the typed text names, or null. */
  person: number | null;
  isOnRecord: boolean;
}

/** The portal of the operator lists the newest first. Its IDs rise with nothing. */
export const writeMtn = (lines: readonly Transfer[]): string =>
  [
    'Id,Date,Note/Message,From,From Name,To,To Name,Amount,Balance',
    ...lines
      .toReversed()
      .map(
        ({ id, day, amount, typed }) =>
          `${id},${day} 09:58:00,${typed},FRI:204900451/MM,AGENT,FRI:66200001/MM,SCHOOL,UGX ${amount}.00,UGX 1.00`,
      ),
  ].join('\n');

/** Also interest of `today`, which is no fee. */
export function writeBank(lines: readonly Transfer[], today: string): string {
  let balance = 0;
  const rows = lines.map(({ day, amount, typed }) => {
    balance += amount;
    return `${day},CASH DEP ${typed},,${amount},${balance}`;
  });
  const interest = `${today},INTEREST,,1200,${balance + 1200}`;
  return ['Date,Description,Debit,Credit,Balance', ...rows, interest].join('\n');
}
