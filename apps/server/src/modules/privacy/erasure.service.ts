import type { EntityType } from '@institute/contract';
import type { TxCtx } from '../../context.ts';
import { forgetOrigins } from '../activity/activity.service.ts';
import { deleteContactMessages } from '../contact-messages/contact-message.service.ts';
import { removeDonors } from '../donations/donation-erasure.service.ts';
import { removePayers } from '../fees/fee-movement.service.ts';
import { forgetKeys } from '../idempotency/idempotency-key.service.ts';
import { type ErasedSubjects, eraseOutgoingAbout } from '../outbox/outbox-erasure.service.ts';
import { deleteRegistrations } from '../registrations/registration-privacy.service.ts';

// What people wrote, and its traces in other tables. Each function returns how many rows there were.

export async function eraseRegistrations(tx: TxCtx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  await removePayers(tx, { registrations: ids });
  const emails = await deleteRegistrations(tx, ids);
  await eraseTraces(tx, { ids, entityType: 'registration', scope: 'registrations', emails });
  return emails.references.length;
}

export async function eraseMessages(tx: TxCtx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const messages = await deleteContactMessages(tx, ids);
  await eraseTraces(tx, { ids, entityType: 'contact', scope: 'contact', emails: { messages } });
  return messages.length;
}

/** The donation itself stays, without the donor. */
export async function anonymiseDonations(tx: TxCtx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const count = await removeDonors(tx, ids);
  await eraseTraces(tx, { ids, entityType: 'donation', scope: 'donations', emails: { donations: ids } });
  return count;
}

interface ErasedRows {
  ids: readonly number[];
  entityType: EntityType;
  /** Scope of the form's idempotency keys. */
  scope: string;
  emails: ErasedSubjects;
}

async function eraseTraces(tx: TxCtx, { ids, entityType, scope, emails }: ErasedRows): Promise<void> {
  await eraseOutgoingAbout(tx, emails);
  await forgetKeys(tx, scope, ids);
  await forgetOrigins(tx, entityType, ids);
}
