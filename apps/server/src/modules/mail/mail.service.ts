import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import type { TxCtx } from '../../context.ts';
import { MailEntity } from './mail.entity.ts';

const BULK = 1;

/** Every kind of mail and what it tells. Medical data is in none of them. */
export interface MailKinds {
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
export type MailKind = keyof MailKinds;

export type QueuedMail = {
  [K in MailKind]: { kind: K; data: MailKinds[K] };
}[MailKind] & {
  /** Null: the office. */
  recipient: string | null;
};

/** Part of the transaction that causes the mail: it is sent when that commits, and only then. */
export async function queueMail(tx: MailCtx, mail: QueuedMail): Promise<void> {
  await tx.em.insert(MailEntity, rowOf(tx, mail));
}

/** Many at once, which wait while anything else is due. Answers their ids, in the same order. */
export async function queueBulkMails(tx: MailCtx, mails: readonly QueuedMail[]): Promise<number[]> {
  const rows = mails.map((mail) => tx.em.create(MailEntity, { ...rowOf(tx, mail), priority: BULK }));
  await tx.em.flush();
  return rows.map(({ id }) => id);
}

const rowOf = ({ now }: MailCtx, mail: QueuedMail) => ({ ...mail, createdAt: now(), nextTryAt: now() });

type MailCtx = Pick<TxCtx, 'em' | 'now'>;
