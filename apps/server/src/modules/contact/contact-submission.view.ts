import type { ContactSubmission } from '@institute/contract';
import { storedView } from '../content/content.view.ts';
import type { ContactSubmissionRow } from './contact-submission.entity.ts';

export const contactSubmissionView = (row: ContactSubmissionRow): ContactSubmission => ({
  ...storedView(row),
  name: row.name,
  email: row.email,
  subject: row.subject,
  message: row.message,
  readAt: row.readAt?.toISOString() ?? null,
});
