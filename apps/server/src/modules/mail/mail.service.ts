import type { RegistrationStatus } from '@institute/contract/constants';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MailEntity } from './mail.entity.ts';

/** Every kind of mail and what it tells. Medical data is in none of them. */
export interface MailKinds {
  'registration-received': { firstName: string; reference: string; program: string };
  'registration-for-office': { id: number; reference: string; program: string };
  'registration-status': { firstName: string; reference: string; status: RegistrationStatus };
  'contact-message': { name: string; email: string; subject: string; message: string };
  'newsletter-confirmation': { token: string };
  'newsletter-welcome': { token: string };
  'donation-receipt': { donationId: number };
}
export type MailKind = keyof MailKinds;

export type QueuedMail = {
  [K in MailKind]: { kind: K; data: MailKinds[K] };
}[MailKind] & {
  /** Null: the office. */
  recipient: string | null;
  now: Date;
};

/** Part of the transaction that causes the mail: it is sent when that commits, and only then. */
export async function queueMail(em: EntityManager, { now, ...mail }: QueuedMail): Promise<void> {
  await em.insert(MailEntity, { ...mail, createdAt: now, nextTryAt: now });
}
