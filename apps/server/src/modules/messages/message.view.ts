import type { Message } from '@institute/contract';
import { storedView } from '../content/content.view.ts';
import type { MessageRow } from './message.entity.ts';

export const messageView = (row: MessageRow): Message => ({
  ...storedView(row),
  name: row.name,
  email: row.email,
  subject: row.subject,
  message: row.message,
  readAt: row.readAt?.toISOString() ?? null,
  isSpam: row.isSpam,
});
