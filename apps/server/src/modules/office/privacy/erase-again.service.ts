import * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { int, readRows } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { eraseMessagesAbout } from '../../platform/outbox/outbox-erasure.service.ts';
import { erasePaymentNotices } from '../../platform/payments/payment-notice.service.ts';
import { eraseHolders } from '../../school/certificates/certificate.service.ts';
import { removePayers } from '../../school/fees/accounts/fee-payer.service.ts';
import { eraseSubscribers } from '../../school/newsletter/newsletter.service.ts';
import {
  removeContacts,
  removeFormerContacts,
} from '../../school/registrations/registration-privacy.service.ts';
import { type ErasedType, erasedTypes } from './erasure.entity.ts';
import { anonymiseDonations, eraseMessages, eraseRegistrations } from './erasure.service.ts';

const dueErasureColumns = { type: z.enum(erasedTypes), id: int };

/**
 * Erases rows that a restored backup brought back although they were erased after it was made. Returns the number of
 * erasures.
 */
export function eraseAgain(ctx: Ctx): Promise<number> {
  return runInTransaction(ctx, async (tx) => {
    const dueErasureRows = await readRows(
      tx.em,
      dueErasureColumns,
    )('select type, entity_id as id from erasures where is_due order by entity_id for update');
    const listIdsOfType = (type: ErasedType) =>
      dueErasureRows.flatMap((row) => (row.type === type ? [row.id] : []));
    await eraseHolders(tx, { registrations: [], certificates: listIdsOfType('certificate') });
    await eraseRegistrations(tx, listIdsOfType('registration'));
    for (const contactRole of ['emergency', 'guardian'] as const)
      await removeContacts(tx, contactRole, listIdsOfType(contactRole));
    await removeFormerContacts(tx, listIdsOfType('former'));
    await removePayers(tx, { movements: listIdsOfType('payer') });
    await eraseMessages(tx, listIdsOfType('contact'));
    await anonymiseDonations(tx, listIdsOfType('donation'));
    await eraseSubscribers(tx, listIdsOfType('newsletter'));
    await erasePaymentNotices(tx, listIdsOfType('notice'));
    await eraseMessagesAbout(tx, { ids: listIdsOfType('outgoing') });
    await tx.em.execute('update erasures set is_due = false where is_due');
    return dueErasureRows.length;
  });
}
