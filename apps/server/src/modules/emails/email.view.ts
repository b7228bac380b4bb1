import type { EmailRow } from './email.entity.ts';

export const failedEmailView = (row: EmailRow) => ({
  id: row.id,
  kind: row.kind,
  recipient: row.recipient ?? null,
  state: row.state,
  tries: row.tries,
  lastError: row.lastError ?? null,
  nextTryAt: row.state === 'waiting' ? row.nextTryAt.toISOString() : null,
  createdAt: row.createdAt.toISOString(),
});
