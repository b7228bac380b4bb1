import { defineEntity, p } from '@mikro-orm/core';
import { editableColumns, searchColumn } from '../../platform/content/content.entity.ts';

export const ContactMessageEntity = defineEntity({
  name: 'Message',
  tableName: 'messages',
  indexes: [
    {
      name: 'messages_unread_index',
      expression:
        'create index messages_unread_index on messages (id) where read_at is null and deleted_at is null',
    },
    {
      name: 'messages_search_index',
      expression: 'create index messages_search_index on messages using gin (search public.gin_trgm_ops)',
    },
  ],
  properties: {
    ...editableColumns,
    channel: p.enum(['form', 'sms'] as const).default('form'),
    /** Sender of an SMS: a number in international form, or a name. */
    phone: p.string().length(40).default(''),
    name: p.string().length(200),
    email: p.string().length(254),
    subject: p.string().length(300),
    message: p.text(),
    /** Decided when the message is received. The office gets no email about spam. */
    isSpam: p.boolean().default(false),
    readAt: p.datetime().length(3).nullable(),
    search: searchColumn('name', 'email', 'subject', 'message'),
  },
});
