import { pathId } from '@institute/contract';
import { adminProcedure, router } from '../../admin/trpc.ts';
import { countEmails, listFailedEmails, retryAllEmails, retryEmail } from './email.service.ts';
import { failedEmailView } from './email.view.ts';

export const emailAdmin = router({
  counts: adminProcedure.query(({ ctx }) => countEmails(ctx)),

  failures: adminProcedure.query(async ({ ctx }) => (await listFailedEmails(ctx)).map(failedEmailView)),

  retry: adminProcedure.input(pathId).mutation(({ ctx, input: { id } }) => retryEmail(ctx, id)),

  retryAll: adminProcedure.mutation(async ({ ctx }) => ({ count: await retryAllEmails(ctx) })),
});
