import type { EntityType } from '@institute/contract';
import type { TxCtx } from '../../../context.ts';
import { listIds, readRows, textOrNull } from '../../../sql.ts';
import { forgetActivityOrigins } from '../../platform/activity/activity.service.ts';
import { forgetStoredAnswers } from '../../platform/idempotency/idempotency-key.service.ts';
import { type ErasedSubjects, eraseMessagesAbout } from '../../platform/outbox/outbox-erasure.service.ts';
import { erasePaymentNotices, listNoticesAbout } from '../../platform/payments/payment-notice.service.ts';
import { eraseDocuments } from '../../school/applicant-documents/document-erasure.service.ts';
import { eraseChargeTexts } from '../../school/charges/charge.service.ts';
import { deleteContactMessages } from '../../school/contact-messages/contact-message.service.ts';
import { eraseDonors } from '../../school/donations/donation-erasure.service.ts';
import { removePayers } from '../../school/fees/accounts/fee-payer.service.ts';
import { listOnlineReferences } from '../../school/fees/accounts/online-fee.service.ts';
import { deleteRegistrations } from '../../school/registrations/registration-privacy.service.ts';
import type { ErasedType } from './erasure.entity.ts';
import { recordErasures } from './erasure-record.service.ts';

// Erases what people wrote, and its traces in other tables. Each function returns the number of rows.

export async function eraseRegistrations(tx: TxCtx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  await eraseChargeTexts(tx, ids);
  await eraseNoticesAbout(tx, ids);
  await removePayers(tx, { registrations: ids });
  await eraseDocuments(tx, ids);
  const erasedSubjects = await deleteRegistrations(tx, ids);
  await eraseTraces(tx, { ids, entityType: 'registration', scope: 'registrations', emails: erasedSubjects });
  await forgetActivityOrigins(tx, 'fee', ids);
  return erasedSubjects.references.length;
}

/** Payment notices name payers and contain their addresses, so they are erased too. */
async function eraseNoticesAbout(tx: TxCtx, ids: readonly number[]): Promise<void> {
  const contactRows = await readRows(tx.em, { email: textOrNull, phone: textOrNull })(
    'select email, phone from registrations where id = any(?::int[])',
    [`{${ids}}`],
  );
  const noticeRows = await listNoticesAbout(tx, {
    txRefs: await listOnlineReferences(tx, ids),
    emails: contactRows.map(({ email }) => email),
    phones: contactRows.map(({ phone }) => phone),
  });
  await erasePaymentNotices(tx, listIds(noticeRows));
}

export async function eraseMessages(tx: TxCtx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const notices = await deleteContactMessages(tx, ids);
  await eraseTraces(tx, { ids, entityType: 'contact', scope: 'contact', emails: { notices } });
  return notices.length;
}

/** The donation stays for the accounts. Only the donor is removed. */
export async function anonymiseDonations(tx: TxCtx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const erasedDonorCount = await eraseDonors(tx, ids);
  await eraseTraces(tx, { ids, entityType: 'donation', scope: 'donations', emails: { donations: ids } });
  return erasedDonorCount;
}

interface ErasedRows {
  ids: readonly number[];
  entityType: EntityType & ErasedType;
  /** Scope of the form's idempotency keys. */
  scope: string;
  emails: ErasedSubjects;
}

async function eraseTraces(tx: TxCtx, { ids, entityType, scope, emails }: ErasedRows): Promise<void> {
  await recordErasures(tx, entityType, ids);
  await eraseMessagesAbout(tx, emails);
  await forgetStoredAnswers(tx, scope, ids);
  await forgetActivityOrigins(tx, entityType, ids);
}
