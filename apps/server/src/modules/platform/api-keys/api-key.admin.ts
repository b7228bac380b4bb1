import { apiKeyInput } from '@institute/contract';
import { pathId } from '@institute/contract/fields';
import { needs } from '@institute/contract/rights.constants';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-key.service.ts';

const apiKeyProcedure = makeProcedure(needs.apiKeys);

export const apiKeyRouter = router({
  list: apiKeyProcedure.query(({ ctx }) => listApiKeys(ctx)),

  create: apiKeyProcedure.input(apiKeyInput).mutation(({ ctx, input }) => createApiKey(ctx, input)),

  revoke: apiKeyProcedure.input(pathId).mutation(({ ctx, input: { id } }) => revokeApiKey(ctx, id)),
});
