import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

const instant = () => p.datetime().length(3);

/** SQL of the mailbox of an address: `Ann+news@example.org` becomes `ann@example.org`. */
export const mailboxOf = (address: string): string => `regexp_replace(lower(${address}), '\\+[^@]*@', '@')`;

export const EmailEntity = defineEntity({
  name: 'Email',
  tableName: 'emails',
  indexes: [
    {
      name: 'emails_due_index',
      expression: "create index emails_due_index on emails (priority, next_try_at) where state = 'waiting'",
    },
    {
      name: 'emails_mailbox_index',
      expression: `create index emails_mailbox_index on emails (${mailboxOf('recipient')}, sent_at) where state = 'sent'`,
    },
  ],
  properties: {
    id: p.integer().primary(),
    createdAt: instant().defaultRaw('now()'),
    kind: p.string().length(40),
    /** Null for the office, at its address at the time of sending. */
    recipient: p.string().length(254).nullable(),
    data: p.json<object>(),
    /** Lower numbers are sent first. */
    priority: p.smallint().default(0),
    /** Parked: the mailer has given up. Held: the campaign is stopped. */
    state: p.enum(['waiting', 'sent', 'parked', 'held'] as const).default('waiting'),
    /** Includes a try that has started. */
    tries: p.integer().default(0),
    /** During sending, the end of the lease. After it another process may take the email. */
    nextTryAt: instant().defaultRaw('now()'),
    sentAt: instant().nullable(),
    lastError: p.string().length(500).nullable(),
  },
});
export type EmailRow = InferEntity<typeof EmailEntity>;

interface RegistrationState {
  reference: string;
  status: RegistrationStatus;
  place?: number;
  /**
   * The applicant's first name. Emails queued by an earlier release have it only for the first registration.
   */
  firstName?: string;
  /** The status that the applicant was told before; absent when that is uncertain. */
  told?: RegistrationStatus | undefined;
}

/** No kind may contain medical data. */
export interface EmailKinds {
  'registration-received': { firstName: string; reference: string; program: string };
  'registration-for-office': { id: number; reference: string; program: string };
  /** `more`: the applicant's other registrations that the same bulk action changed. */
  'registration-status': RegistrationState & { firstName: string; more?: RegistrationState[] };
  'contact-message': { name: string; email: string; subject: string; message: string };
  /**
   * `token` unsubscribes. Emails queued by an earlier release have no `confirmation`; their page asks to
   * subscribe again.
   */
  'newsletter-confirmation': { token: string; confirmation?: string };
  'newsletter-welcome': { token: string };
  'newsletter-issue': { campaignId: number; token: string; isTest?: boolean };
  'donation-receipt': { donationId: number };
  'donation-cancellation': { donationId: number };
  invitation: { linkId: string; invitedBy: string };
  'password-reset': { linkId: string };
  'new-device': { at: string; userAgent: string | null; ipAddress: string | null };
  'new-owner': { newOwner: string; madeBy: string };
  'new-invitation': { invited: string; invitedBy: string };
  'two-step-off': { by: string; at: string };
  'office-moved': { to: string; by: string; at: string };
}

/**
 * Emails about the safety of accounts and the office. They are not personal data of a visitor with the same
 * address.
 */
export const safetyKinds = [
  'invitation',
  'password-reset',
  'new-device',
  'new-owner',
  'new-invitation',
  'two-step-off',
  'office-moved',
] as const satisfies EmailKind[];
export type EmailKind = keyof EmailKinds;
