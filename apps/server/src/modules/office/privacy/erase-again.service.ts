import * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { int, readRows } from '../../../sql.ts';
import { transaction } from '../../../transaction.ts';
import { eraseOutgoingAbout } from '../../platform/outbox/outbox-erasure.service.ts';
import { eraseNotices } from '../../platform/payments/payment-notice.service.ts';
import { eraseHolders } from '../../school/certificates/certificate.service.ts';
import { removePayers } from '../../school/fees/accounts/fee-payer.service.ts';
import { eraseSubscribers } from '../../school/newsletter/newsletter.service.ts';
import {
  removeContacts,
  removeFormerContacts,
} from '../../school/registrations/registration-privacy.service.ts';
import { type ErasedType, erasedTypes } from './erasure.entity.ts';
import { anonymiseDonations, eraseMessages, eraseRegistrations } from './erasure.service.ts';

const dueErasure = { type: z.enum(erasedTypes), id: int };

/** For the rows of a backup that were erased after it was made. Returns how many erasures there were. */
export function eraseAgain(ctx: Ctx): Promise<number> {
  return transaction(ctx, async (tx) => {
    const rows = await readRows(
      tx.em,
      dueErasure,
    )('select type, entity_id as id from erasures where is_due order by entity_id for update');
    const idsOfType = (type: ErasedType) => rows.flatMap((row) => (row.type === type ? [row.id] : []));
    await eraseHolders(tx, { registrations: [], certificates: idsOfType('certificate') });
    await eraseRegistrations(tx, idsOfType('registration'));
    for (const role of ['emergency', 'guardian'] as const) await removeContacts(tx, role, idsOfType(role));
    await removeFormerContacts(tx, idsOfType('former'));
    await removePayers(tx, { movements: idsOfType('payer') });
    await eraseMessages(tx, idsOfType('contact'));
    await anonymiseDonations(tx, idsOfType('donation'));
    await eraseSubscribers(tx, idsOfType('newsletter'));
    await eraseNotices(tx, idsOfType('notice'));
    await eraseOutgoingAbout(tx, { ids: idsOfType('outgoing') });
    await tx.em.execute('update erasures set is_due = false where is_due');
    return rows.length;
  });
}
