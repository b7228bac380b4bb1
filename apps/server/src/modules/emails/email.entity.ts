import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

const instant = () => p.datetime().length(3);

/** SQL of the mailbox that an address reaches: `Ann+news@example.org` is `ann@example.org`. */
export const mailboxOf = (address: string): string => `regexp_replace(lower(${address}), '\\+[^@]*@', '@')`;

/** A queued email: a kind and its data. The text is written when it is sent. */
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
    /** Null: the office, at the address that the site has when the email is sent. */
    recipient: p.string().length(254).nullable(),
    data: p.json<object>(),
    /** Lower goes first. */
    priority: p.smallint().default(0),
    /** Parked: the mailer has given up. Held: its campaign is stopped. */
    state: p.enum(['waiting', 'sent', 'parked', 'held'] as const).default('waiting'),
    /** Tries that were started. */
    tries: p.integer().default(0),
    /** While a process sends it: when its lease ends and another process may take it. */
    nextTryAt: instant().defaultRaw('now()'),
    sentAt: instant().nullable(),
    lastError: p.string().length(500).nullable(),
  },
});
export type EmailRow = InferEntity<typeof EmailEntity>;

interface RegistrationState {
  reference: string;
  status: RegistrationStatus;
  /** The place on the waiting list, for the status `waiting`. */
  place?: number;
  /** The applicant's. An email that an earlier release queued has only that of the first. */
  firstName?: string;
  /** The status that the applicant was told before; absent when that is not sure. */
  told?: RegistrationStatus | undefined;
}

/** The kinds of emails with their data. None may hold medical data. */
export interface EmailKinds {
  'registration-received': { firstName: string; reference: string; program: string };
  'registration-for-office': { id: number; reference: string; program: string };
  /** `more`: the applicant's other registrations that the same bulk action has changed. */
  'registration-status': RegistrationState & { firstName: string; more?: RegistrationState[] };
  'contact-message': { name: string; email: string; subject: string; message: string };
  /** `token` unsubscribes. An email that an earlier release queued has only that: its page says to subscribe again. */
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
  /** To the address that got the office's mail before. */
  'office-moved': { to: string; by: string; at: string };
}

/** Emails about the safety of accounts and of the office. They are no personal data of a visitor with the same address. */
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
