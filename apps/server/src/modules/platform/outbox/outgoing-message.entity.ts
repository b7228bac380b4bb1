import { messageChannels, messageStates } from '@institute/contract/outbox.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { instantColumn } from '../../../database/timestamps.ts';

/** Start of `last_error` for a message that waits because of a rule or a pause, not a failure. */
const WAITS_PREFIX = 'Waits: ';
export const makeWaitReason = (reason: string): string => `${WAITS_PREFIX}${reason}`.slice(0, 500);
export const isWaitReason = (lastError: string | null | undefined) =>
  lastError?.startsWith(WAITS_PREFIX) === true;
/** SQL condition: the last try failed. */
export const hasFailedSql = `last_error not like '${WAITS_PREFIX}%'`;

/** SQL of the mailbox of an address: `Ann+news@example.org` becomes `ann@example.org`. */
export const mailboxSql = (address: string): string => `regexp_replace(lower(${address}), '\\+[^@]*@', '@')`;

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
      name: 'outgoing_messages_next_index',
      expression:
        "create index outgoing_messages_next_index on outgoing_messages (channel, next_try_at) where state = 'waiting'",
    },
    {
      name: 'outgoing_messages_mailbox_index',
      expression: `create index outgoing_messages_mailbox_index on outgoing_messages (${mailboxSql('recipient')}, sent_at) where sent_at is not null`,
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
    createdAt: instantColumn().defaultRaw('now()'),
    channel: p.enum(messageChannels).default('email'),
    kind: p.string().length(40),
    /**
     * An email address, or a phone number in international form. Null for the office, whose address is read at the
     * time of sending.
     */
    recipient: p.string().length(254).nullable(),
    data: p.json<object>(),
    /** One of `messagePriorities`; a lower number is sent first. */
    priority: p.smallint().default(0),
    /** Parked: given up after many tries. Failed: refused for good. Held: the campaign is stopped. */
    state: p.enum(messageStates).default('waiting'),
    /** Number of tries, including one that has started. */
    tries: p.integer().default(0),
    /** During sending, the end of the lease. After it another process may take the message. */
    nextTryAt: instantColumn().defaultRaw('now()'),
    /** Stays when a report says later that the message did not arrive. */
    sentAt: instantColumn().nullable(),
    deliveredAt: instantColumn().nullable(),
    /** True when the message was written to a file, because no mail server or gateway was set. */
    isFile: p.boolean().default(false),
    /** The gateway's id of the message, which its reports contain. */
    providerId: p.string().length(100).nullable(),
    /** Segments of an SMS, set when it passes the limits. */
    segments: p.smallint().nullable(),
    /** The cost in the gateway's format: `UGX 35.0000`. */
    cost: p.string().length(40).nullable(),
    lastError: p.string().length(500).nullable(),
  },
});
export type OutgoingMessageRow = InferEntity<typeof OutgoingMessageEntity>;

/** SQL of the references of a message's registrations. */
export const namedReferencesSql: string = `array(
  select data->>'reference' union all select more->>'reference' from jsonb_array_elements(data->'more') as more)`;
