import { redirectInput } from '@institute/contract';
import { pathId } from '@institute/contract/fields';
import { needs } from '@institute/contract/rights.constants';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import { writeRedirectHits } from './known-redirects.ts';
import { createRedirect, listRedirects, removeRedirect } from './redirect.service.ts';

const redirectProcedure = makeProcedure(needs.redirects);

export const redirectRouter = router({
  list: redirectProcedure.query(async ({ ctx }) => {
    await writeRedirectHits(ctx);
    return listRedirects(ctx);
  }),

  create: redirectProcedure.input(redirectInput).mutation(({ ctx, input }) => createRedirect(ctx, input)),

  remove: redirectProcedure.input(pathId).mutation(({ ctx, input: { id } }) => removeRedirect(ctx, id)),
});
