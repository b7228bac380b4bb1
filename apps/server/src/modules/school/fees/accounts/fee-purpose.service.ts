import { sumAmounts } from '@institute/contract/fees.constants';
import type { Ctx } from '../../../../context.ts';
import { int, readRows, text } from '../../../../sql.ts';

const unreversedColumns = { label: text, amount: int };

/** Lists the charges that were not reversed when a part was recorded, in the order in which they are paid. */
const listUnreversedCharges = ({ em }: Pick<Ctx, 'em'>, partId: number) =>
  readRows(em, unreversedColumns)(
    `select label, charges.amount from charges join fee_parts as part on part.id = ?
     where charges.registration_id = part.registration_id and created_at <= part.recorded_at and kind <> 'reversal'
       and not exists (select from charges as later
         where later.reverses = charges.id and later.created_at <= part.recorded_at)
     order by due_on, charges.id`,
    [partId],
  );

/**
 * Says what a payment was for, such as "First term (rest), Second term (part)". `balance` is the one right after
 * the payment. Empty when nothing was charged by then.
 */
export async function describePurpose(
  ctx: Pick<Ctx, 'em'>,
  { id, amount, balance }: { id: number; amount: number; balance: number },
): Promise<string> {
  const unreversedCharges = await listUnreversedCharges(ctx, id);
  const positiveCharges = unreversedCharges.filter((charge) => charge.amount > 0);
  // A discount counts like a payment, because the balance contains it
  const paidAfter = sumAmounts(positiveCharges) - balance;
  const paidBefore = paidAfter - amount;
  let chargedUpToHere = 0;
  const purposeTexts = positiveCharges.flatMap(({ label, amount: charged }) => {
    const chargeStart = chargedUpToHere;
    chargedUpToHere += charged;
    if (paidBefore >= chargedUpToHere || paidAfter <= chargeStart) return [];
    const restWord = paidBefore > chargeStart ? 'rest' : '';
    return `${label || 'Fee'}${paidAfter < chargedUpToHere ? ' (part)' : restWord && ` (${restWord})`}`;
  });
  return purposeTexts.join(', ');
}
