import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

const instant = () => p.datetime().length(3);

/** A mail that was caused, as a kind and what it tells; it is written out when it is sent. */
export const MailEntity = defineEntity({
  name: 'Mail',
  tableName: 'mails',
  indexes: [
    {
      name: 'mails_due_index',
      expression: "create index mails_due_index on mails (priority, next_try_at) where state = 'waiting'",
    },
  ],
  properties: {
    id: p.integer().primary(),
    createdAt: instant().defaultRaw('now()'),
    kind: p.string().length(40),
    /** Null: the office, wherever it reads its mail when this one is sent. */
    recipient: p.string().length(254).nullable(),
    data: p.json<object>(),
    /** What has a lower one goes first. */
    priority: p.smallint().default(0),
    /** Held: not to be sent before somebody says so. */
    state: p.enum(['waiting', 'sent', 'parked', 'held'] as const).default('waiting'),
    /** Tries that have begun. */
    tries: p.integer().default(0),
    /** While a process sends it, when that process is taken for dead. */
    nextTryAt: instant().defaultRaw('now()'),
    sentAt: instant().nullable(),
    lastError: p.string().length(500).nullable(),
  },
});
export type MailRow = InferEntity<typeof MailEntity>;
