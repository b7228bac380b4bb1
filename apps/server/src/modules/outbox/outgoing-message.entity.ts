import { messageChannels, messageStates } from '@institute/contract/messages-out.constants';
import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

const instant = () => p.datetime().length(3);

/** SQL of the mailbox of an address: `Ann+news@example.org` becomes `ann@example.org`. */
export const mailboxOf = (address: string): string => `regexp_replace(lower(${address}), '\\+[^@]*@', '@')`;

/** Lower numbers are sent first. What visitors cause has a limit of its own. */
export const priorities = { usual: 0, bulk: 1, byVisitors: 2 } as const;

export const OutgoingMessageEntity = defineEntity({
  name: 'OutgoingMessage',
  tableName: 'outgoing_messages',
  indexes: [
    {
      name: 'outgoing_messages_due_index',
      expression:
        "create index outgoing_messages_due_index on outgoing_messages (priority, next_try_at) where state = 'waiting'",
    },
    {
      name: 'outgoing_messages_mailbox_index',
      expression: `create index outgoing_messages_mailbox_index on outgoing_messages (${mailboxOf('recipient')}, sent_at) where sent_at is not null`,
    },
    {
      name: 'outgoing_messages_sms_index',
      expression: `create index outgoing_messages_sms_index on outgoing_messages (sent_at) where channel = 'sms'`,
    },
    {
      name: 'outgoing_messages_provider_id_index',
      expression:
        'create index outgoing_messages_provider_id_index on outgoing_messages (provider_id) where provider_id is not null',
    },
  ],
  properties: {
    id: p.integer().primary(),
    createdAt: instant().defaultRaw('now()'),
    channel: p.enum(messageChannels).default('email'),
    kind: p.string().length(40),
    /**
     * An address, or a phone number in international form. Null for the office, at its address at the time of
     * sending.
     */
    recipient: p.string().length(254).nullable(),
    data: p.json<object>(),
    /** One of `priorities`. */
    priority: p.smallint().default(0),
    /** Parked: given up after many tries. Failed: refused for good. Held: the campaign is stopped. */
    state: p.enum(messageStates).default('waiting'),
    /** Includes a try that has started. */
    tries: p.integer().default(0),
    /** During sending, the end of the lease. After it another process may take the message. */
    nextTryAt: instant().defaultRaw('now()'),
    /** Stays when a report says later that the message did not arrive. */
    sentAt: instant().nullable(),
    deliveredAt: instant().nullable(),
    /** The number of the message at the gateway, by which its reports name it. */
    providerId: p.string().length(100).nullable(),
    /** Of an SMS, from the moment when it was let through the limits. */
    segments: p.smallint().nullable(),
    /** As the gateway says it: `UGX 35.0000`. */
    cost: p.string().length(40).nullable(),
    lastError: p.string().length(500).nullable(),
  },
});
export type OutgoingMessageRow = InferEntity<typeof OutgoingMessageEntity>;

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
  'newsletter-leaving': { token: string };
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
  'intake-soon': { firstName: string; reference: string; program: string; startsOn: string };
}

/** No kind may contain medical data, or the name of another person than the recipient. */
export interface SmsKinds extends Pick<EmailKinds, 'registration-received' | 'intake-soon'> {
  'registration-status': RegistrationState & { firstName: string };
  /** Words of the office. `reference` names the registration that it wrote from. */
  'office-sms': { text: string; reference?: string };
  /** The answer to an SMS that came in. It goes out although the number has sent STOP. */
  'sms-answer': { text: string };
}
export type SmsKind = keyof SmsKinds;

/** SQL of the references of a message's registrations. */
export const namedReferences: string = `array(
  select data->>'reference' union all select more->>'reference' from jsonb_array_elements(data->'more') as more)`;

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
