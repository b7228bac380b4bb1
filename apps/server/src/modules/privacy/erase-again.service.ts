import type { Ctx } from '../../context.ts';
import { transaction } from '../../transaction.ts';
import { eraseHolders } from '../certificates/certificate.service.ts';
import { eraseSubscribers } from '../newsletter/newsletter.service.ts';
import { eraseNotices } from '../payments/payment-notice.service.ts';
import type { ErasedType } from './erasure.entity.ts';
import { anonymiseDonations, eraseMessages, eraseRegistrations } from './erasure.service.ts';

/** For the rows of a backup that were erased after it was made. Returns how many erasures there are. */
export function eraseAgain(ctx: Ctx): Promise<number> {
  return transaction(ctx, async (tx) => {
    const rows = await tx.em.execute<{ type: ErasedType; id: number }[]>(
      'select type, entity_id as id from erasures order by entity_id',
    );
    const idsOfType = (type: ErasedType) => rows.flatMap((row) => (row.type === type ? [row.id] : []));
    await eraseHolders(tx, { registrations: [], certificates: idsOfType('certificate') });
    await eraseRegistrations(tx, idsOfType('registration'));
    await eraseMessages(tx, idsOfType('contact'));
    await anonymiseDonations(tx, idsOfType('donation'));
    await eraseSubscribers(tx, idsOfType('newsletter'));
    await eraseNotices(tx, idsOfType('notice'));
    return rows.length;
  });
}
