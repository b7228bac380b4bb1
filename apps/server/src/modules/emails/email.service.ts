import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import type { TxCtx } from '../../context.ts';
import { type Fields, type Given, newRows, type Step } from '../../database/insert-together.ts';
import { EmailEntity } from './email.entity.ts';

const BULK = 1;

/** The kinds of emails with their data. None may hold medical data. */
export interface EmailKinds {
  'registration-received': { firstName: string; reference: string; program: string };
  'registration-for-office': { id: number; reference: string; program: string };
  'registration-status': { firstName: string; reference: string; status: RegistrationStatus };
  'contact-message': { name: string; email: string; subject: string; message: string };
  'newsletter-confirmation': { token: string };
  'newsletter-welcome': { token: string };
  'newsletter-issue': { campaignId: number; token: string; isTest?: boolean };
  'donation-receipt': { donationId: number };
  invitation: { linkId: string; invitedBy: string };
  'password-reset': { linkId: string };
}
export type EmailKind = keyof EmailKinds;

/** Null: the office. */
type Recipient = { recipient: string | null };
export type QueuedEmail = { [K in EmailKind]: { kind: K; data: EmailKinds[K] } }[EmailKind] & Recipient;
type NewEmail = { [K in EmailKind]: { kind: K; data: Fields<EmailKinds[K]> } }[EmailKind] & Fields<Recipient>;

/** Call it in the transaction that causes the email, so that it is sent only after the commit. */
export async function queueEmail(tx: QueueCtx, email: QueuedEmail): Promise<void> {
  await tx.em.insert(EmailEntity, rowOf(tx, email));
}

/** The same as rows for `insertTogether`. */
export const newEmails = ({ now }: Given<{ now: Date }>, ...emails: NewEmail[]): Step =>
  newRows(
    EmailEntity,
    emails.map((email) => ({ ...email, createdAt: now, nextTryAt: now })),
  );

/** Queues many emails with low priority. Returns their ids in the same order. */
export async function queueBulkEmails(tx: QueueCtx, emails: readonly QueuedEmail[]): Promise<number[]> {
  const rows = emails.map((email) => tx.em.create(EmailEntity, { ...rowOf(tx, email), priority: BULK }));
  await tx.em.flush();
  return rows.map(({ id }) => id);
}

const rowOf = ({ now }: QueueCtx, email: QueuedEmail) => ({ ...email, createdAt: now(), nextTryAt: now() });

type QueueCtx = Pick<TxCtx, 'em' | 'now'>;
