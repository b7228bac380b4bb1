import { documentsPath } from '@institute/contract/applicant-documents.constants';
import { countItems } from '@institute/contract/count-items';
import { openStatuses } from '@institute/contract/registrations.constants';
import { needs } from '@institute/contract/rights.constants';
import { refuseWithoutRight } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { listIds } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { recordActivity } from '../../platform/activity/activity.service.ts';
import {
  queueMessagesInBulk,
  removeMessages,
  writeToApplicant,
} from '../../platform/outbox/outbox.service.ts';
import { OutgoingMessageEntity } from '../../platform/outbox/outgoing-message.entity.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { RegistrationEntity } from '../registrations/registration.entity.ts';
import { computeUndoEnd } from '../registrations/registration-decision.service.ts';
import { documentsMissingMessage } from './applicant-document.messages.ts';
import { countAskedDocuments } from './asked-documents.service.ts';
import { toReachableContact } from './document-decision.service.ts';

/** The messages of each person to whom something is missing: none for who cannot be reached. */
async function writeReminders(tx: TxCtx, ids: readonly number[]) {
  refuseWithoutRight(tx, needs.documents);
  const rows = await tx.em.find(
    RegistrationEntity,
    { id: { $in: [...ids] }, deletedAt: null, status: { $in: openStatuses } },
    { orderBy: { id: 'asc' }, disableIdentityMap: true },
  );
  const askedCountsById = await countAskedDocuments(tx, listIds(rows));
  const { smsTo } = (await getSite(tx)).view.messages;
  const url = `${tx.config.publicUrl}${documentsPath}`;
  return rows.flatMap((row) => {
    const missing = askedCountsById.get(row.id)?.missing ?? 0;
    if (missing === 0) return [];
    const data = { reference: row.reference ?? '', firstName: row.firstName, missing, url };
    return [writeToApplicant(toReachableContact(tx, row), smsTo, documentsMissingMessage, data)];
  });
}

/** Reminds everybody of these to whom something is missing. Says how many are told, and how many cannot be reached. */
export const sendDocumentReminders = (ctx: Ctx, ids: readonly number[]) =>
  runInTransaction(ctx, async (tx) => {
    const reminders = await writeReminders(tx, ids);
    const nextTryAt = computeUndoEnd(tx);
    const messages = reminders.flat().map((message) => ({ ...message, nextTryAt }));
    const storedMessages = await queueMessagesInBulk(tx, messages);
    const remindedCount = reminders.filter(({ length }) => length > 0).length;
    if (remindedCount > 0)
      await recordActivity(tx, {
        type: 'update',
        entityType: 'registration',
        entityId: null,
        description: `Asked ${countItems(remindedCount, 'applicant')} again for what is missing`,
      });
    return {
      told: remindedCount,
      unreached: reminders.length - remindedCount,
      messages: listIds(storedMessages),
    };
  });

/** Undo: only reminders that nobody has got. */
export const withdrawReminders = (ctx: Ctx, ids: readonly number[]) =>
  runInTransaction(ctx, async (tx) => {
    refuseWithoutRight(tx, needs.documents);
    const waitingReminders = await tx.em.find(
      OutgoingMessageEntity,
      { id: { $in: [...ids] }, kind: documentsMissingMessage.kind },
      { fields: ['id'], disableIdentityMap: true },
    );
    const removedReminders = await removeMessages(tx, listIds(waitingReminders), { evenUnderWay: false });
    return { removed: removedReminders.size };
  });
