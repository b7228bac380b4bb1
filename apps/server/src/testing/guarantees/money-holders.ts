import type { TestApp } from '../app/test-app.ts';

interface Share {
  movement: number;
  /** Registration that has the money. */
  holder: number;
  /** Whole UGX, less what was taken back. */
  amount: number;
  /** True for money of today that nobody has had: whoever has the right to fees gives it to a person. */
  isFree: boolean;
}

/** What each person has of each movement, from the rows alone. */
export const readMoneyHolders = ({ sql }: Pick<TestApp, 'sql'>): Promise<Share[]> =>
  sql<Share>(
    `select movement.id as movement, registration_id as holder, coalesce(sum(part.amount), 0)::int as amount,
       (movement.recorded_at at time zone 'Africa/Kampala')::date = (now() at time zone 'Africa/Kampala')::date
         and not exists (select from fee_parts where movement_id = movement.id and moved_from is not null) as "isFree"
     from fee_movements as movement
     left join fee_movements as counter on counter.counters = movement.id
     left join fee_parts as part on part.movement_id in (movement.id, counter.id)
     where movement.counters is null group by movement.id, registration_id order by 1, 2`,
  );

/** Money that changed its person from one reading to the next, in words. Empty when none did. */
export function findMovedMoney(before: readonly Share[], after: readonly Share[]): string[] {
  const nothing = { amount: 0 };
  const key = ({ movement, holder }: Share) => `movement ${movement} of registration ${holder}`;
  const [then, now] = [before, after].map((shares) => new Map(shares.map((share) => [key(share), share])));
  const wasFree = new Map(before.map(({ movement, isFree }) => [movement, isFree]));
  return [...after, ...before].flatMap((share) => {
    const { amount: had } = then?.get(key(share)) ?? nothing;
    const { amount: has } = now?.get(key(share)) ?? nothing;
    const isGain = has > had && wasFree.get(share.movement) === false;
    return has < had || isGain ? [`${key(share)}: ${had}, then ${has}`] : [];
  });
}
