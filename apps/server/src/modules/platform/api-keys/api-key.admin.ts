import { apiKeyInput } from '@institute/contract';
import { pathId } from '@institute/contract/fields';
import { ownerProcedure, router } from '../../../admin/trpc.ts';
import { apiKeyView, createApiKey, listApiKeys, revokeApiKey } from './api-key.service.ts';

export const apiKeyAdmin = router({
  list: ownerProcedure.query(async ({ ctx }) => {
    const now = ctx.now();
    return (await listApiKeys(ctx)).map((row) => apiKeyView(row, now));
  }),

  create: ownerProcedure.input(apiKeyInput).mutation(({ ctx, input }) => createApiKey(ctx, input)),

  revoke: ownerProcedure.input(pathId).mutation(({ ctx, input: { id } }) => revokeApiKey(ctx, id)),
});
