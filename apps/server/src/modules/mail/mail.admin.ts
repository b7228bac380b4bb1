import { pathId } from '@institute/contract';
import { adminProcedure, router } from '../../admin/trpc.ts';
import { countMails, listTroubledMails, retryAllMails, retryMail } from './outbox.service.ts';

export const mailAdmin = router({
  counts: adminProcedure.query(({ ctx }) => countMails(ctx)),

  /** What has not gone out: parked, or failed and waiting for its next try. */
  failures: adminProcedure.query(async ({ ctx }) =>
    (await listTroubledMails(ctx)).map((row) => ({
      id: row.id,
      kind: row.kind,
      recipient: row.recipient ?? null,
      state: row.state,
      tries: row.tries,
      lastError: row.lastError ?? null,
      nextTryAt: row.state === 'waiting' ? row.nextTryAt.toISOString() : null,
      createdAt: row.createdAt.toISOString(),
    })),
  ),

  retry: adminProcedure.input(pathId).mutation(({ ctx, input: { id } }) => retryMail(ctx, id)),

  retryAll: adminProcedure.mutation(async ({ ctx }) => ({ count: await retryAllMails(ctx) })),
});
