import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { editable, searched } from '../content/content.entity.ts';

export const ContactSubmissionEntity = defineEntity({
  name: 'ContactSubmission',
  tableName: 'contact_submissions',
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
