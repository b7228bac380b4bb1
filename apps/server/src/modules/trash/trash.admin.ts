import { pageParameters, pathId, searchText, sortBy, trashKinds } from '@institute/contract';
import { listLimits } from '@institute/contract/api.constants';
import * as z from 'zod';
import { adminProcedure, ownerProcedure, router } from '../../admin/trpc.ts';
import { listTrash, purge, restore, restoreMany, trashSorts } from './trash.service.ts';

const kind = z.enum(trashKinds);
const query = z.object({
  ...pageParameters,
  q: searchText.optional(),
  category: kind.optional(),
  sort: sortBy(trashSorts).optional(),
});
const item = pathId.extend({ kind });

export const trashAdmin = router({
  list: adminProcedure.input(query).query(async ({ ctx, input: { category, ...part } }) => ({
    ...(await listTrash(ctx, { ...part, kind: category })),
    mayPurge: ctx.actor.isOwner,
  })),
  restore: adminProcedure.input(item).mutation(({ ctx, input }) => restore(ctx, input.kind, input.id)),
  restoreMany: adminProcedure
    .input(z.object({ items: z.array(item).min(1).max(listLimits.page) }))
    .mutation(({ ctx, input }) => restoreMany(ctx, input.items)),
  purge: ownerProcedure.input(item).mutation(({ ctx, input }) => purge(ctx, input.kind, input.id)),
});
