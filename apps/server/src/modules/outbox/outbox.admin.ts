import { pathId } from '@institute/contract';
import { adminProcedure, router } from '../../admin/trpc.ts';
import { countEmails, listFailedEmails, retryAllEmails, retryEmail } from './outbox.service.ts';
import type { OutgoingMessageRow } from './outgoing-message.entity.ts';

export const emailAdmin = router({
  counts: adminProcedure.query(({ ctx }) => countEmails(ctx)),

  failures: adminProcedure.query(async ({ ctx }) => (await listFailedEmails(ctx)).map(failedEmailView)),

  retry: adminProcedure.input(pathId).mutation(({ ctx, input: { id } }) => retryEmail(ctx, id)),

  retryAll: adminProcedure.mutation(async ({ ctx }) => ({ count: await retryAllEmails(ctx) })),
});

const failedEmailView = (row: OutgoingMessageRow) => ({
  id: row.id,
  kind: row.kind,
  recipient: row.recipient ?? null,
  state: row.state,
  tries: row.tries,
  lastError: row.lastError ?? null,
  nextTryAt: row.state === 'waiting' ? row.nextTryAt.toISOString() : null,
  createdAt: row.createdAt.toISOString(),
});
