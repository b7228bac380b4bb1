import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { editable, searched } from '../content/content.entity.ts';

export const ContactSubmissionEntity = defineEntity({
  name: 'ContactSubmission',
  tableName: 'contact_submissions',
  indexes: [
    {
      name: 'contact_submissions_unread_index',
      expression:
        'create index contact_submissions_unread_index on contact_submissions (id) where read_at is null and deleted_at is null',
    },
    {
      name: 'contact_submissions_search_index',
      expression:
        'create index contact_submissions_search_index on contact_submissions using gin (search public.gin_trgm_ops)',
    },
  ],
  properties: {
    ...editable,
    name: p.string().length(200),
    email: p.string().length(254),
    subject: p.string().length(300),
    message: p.text(),
    readAt: p.datetime().length(3).nullable(),
    search: searched('name', 'email', 'subject', 'message'),
  },
});
export type ContactSubmissionRow = InferEntity<typeof ContactSubmissionEntity>;
