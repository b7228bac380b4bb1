import { sumAmounts } from '@institute/contract/fees.constants';
import type { Ctx } from '../../../../context.ts';
import { int, readRows, text } from '../../../../sql.ts';

const standingColumns = { label: text, amount: int };

/** The unreversed charges of a part's account when it was recorded, in the order in which they are paid. */
const listStanding = ({ em }: Pick<Ctx, 'em'>, partId: number) =>
  readRows(em, standingColumns)(
    `select label, charges.amount from charges join fee_parts as part on part.id = ?
     where charges.registration_id = part.registration_id and created_at <= part.recorded_at and kind <> 'reversal'
       and not exists (select from charges as later
         where later.reverses = charges.id and later.created_at <= part.recorded_at)
     order by due_on, charges.id`,
    [partId],
  );

/**
 * What a payment was for, such as "First term (rest), Second term (part)". `balance` is that of right afterwards.
 * Empty where nothing was charged yet.
 */
export async function describePurpose(
  ctx: Pick<Ctx, 'em'>,
  { id, amount, balance }: { id: number; amount: number; balance: number },
): Promise<string> {
  const standing = await listStanding(ctx, id);
  const owed = standing.filter((charge) => charge.amount > 0);
  // A discount counts as a payment
  const until = sumAmounts(owed) - balance;
  const since = until - amount;
  let end = 0;
  const words = owed.flatMap(({ label, amount: charged }) => {
    const start = end;
    end += charged;
    if (since >= end || until <= start) return [];
    const rest = since > start ? 'rest' : '';
    return `${label || 'Fee'}${until < end ? ' (part)' : rest && ` (${rest})`}`;
  });
  return words.join(', ');
}
