import { redirectInput } from '@institute/contract';
import { pathId } from '@institute/contract/fields';
import { adminProcedure, router } from '../../../admin/trpc.ts';
import { writeHits } from './known-redirects.ts';
import { createRedirect, listRedirects, removeRedirect } from './redirect.service.ts';

export const redirectAdmin = router({
  list: adminProcedure.query(async ({ ctx }) => {
    await writeHits(ctx);
    return listRedirects(ctx);
  }),

  create: adminProcedure.input(redirectInput).mutation(({ ctx, input }) => createRedirect(ctx, input)),

  remove: adminProcedure.input(pathId).mutation(({ ctx, input: { id } }) => removeRedirect(ctx, id)),
});
