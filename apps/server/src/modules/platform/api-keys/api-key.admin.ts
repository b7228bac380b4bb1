import { apiKeyInput } from '@institute/contract';
import { pathId } from '@institute/contract/fields';
import { needs } from '@institute/contract/rights.constants';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-key.service.ts';

const procedure = makeProcedure(needs.apiKeys);

export const apiKeyAdmin = router({
  list: procedure.query(({ ctx }) => listApiKeys(ctx)),

  create: procedure.input(apiKeyInput).mutation(({ ctx, input }) => createApiKey(ctx, input)),

  revoke: procedure.input(pathId).mutation(({ ctx, input: { id } }) => revokeApiKey(ctx, id)),
});
