import { contentTypes, pageParameters, searchText, sortBy, trashKinds } from '@institute/contract';
import { listLimits } from '@institute/contract/api.constants';
import { pathId } from '@institute/contract/fields';
import * as z from 'zod';
import { adminProcedure, confirmedOwnerProcedure, ownerProcedure, router } from '../../../admin/trpc.ts';
import { countDemo, removeDemo, restoreDemo } from './demo-content.service.ts';
import { listTrash, purgeItem, removeMany, restoreItem, restoreMany, trashSorts } from './trash.service.ts';

const kind = z.enum(trashKinds);
const query = z.object({
  ...pageParameters,
  q: searchText.optional(),
  category: kind.optional(),
  sort: sortBy(trashSorts).optional(),
});
const item = pathId.extend({ kind });
const contentItem = pathId.extend({ kind: z.enum(contentTypes) });

export const trashAdmin = router({
  list: adminProcedure.input(query).query(async ({ ctx, input: { category, ...part } }) => ({
    ...(await listTrash(ctx, { ...part, kind: category })),
    mayPurge: ctx.actor.isOwner,
  })),
  removeMany: adminProcedure
    .input(z.object({ items: z.array(contentItem).min(1).max(listLimits.page) }))
    .mutation(({ ctx, input }) => removeMany(ctx, input.items)),
  restore: adminProcedure.input(item).mutation(({ ctx, input }) => restoreItem(ctx, input.kind, input.id)),
  restoreMany: adminProcedure
    .input(z.object({ items: z.array(item).min(1).max(listLimits.page) }))
    .mutation(({ ctx, input }) => restoreMany(ctx, input.items)),
  demo: ownerProcedure.query(({ ctx }) => countDemo(ctx)),
  removeDemo: confirmedOwnerProcedure.mutation(({ ctx }) => removeDemo(ctx)),
  restoreDemo: ownerProcedure.mutation(({ ctx }) => restoreDemo(ctx)),
  purge: ownerProcedure.input(item).mutation(({ ctx, input }) => purgeItem(ctx, input.kind, input.id)),
});
