import { pathId, trashKinds } from '@institute/contract';
import { limits } from '@institute/contract/common.constants';
import * as z from 'zod';
import { adminProcedure, ownerProcedure, router } from '../../admin/trpc.ts';
import { listTrash, purge, restore } from './trash.service.ts';

const kind = z.enum(trashKinds);
const query = z.object({
  limit: z.int().min(1).max(limits.page).default(50),
  offset: z.int().min(0).max(limits.id).default(0),
  q: z.string().trim().max(limits.search).optional(),
  category: kind.optional(),
});
const item = pathId.extend({ kind });

export const trashAdmin = router({
  list: adminProcedure.input(query).query(async ({ ctx, input: { category, ...part } }) => ({
    ...(await listTrash(ctx, { ...part, kind: category })),
    mayPurge: ctx.actor.isOwner,
  })),
  restore: adminProcedure.input(item).mutation(({ ctx, input }) => restore(ctx, input.kind, input.id)),
  purge: ownerProcedure.input(item).mutation(({ ctx, input }) => purge(ctx, input.kind, input.id)),
});
