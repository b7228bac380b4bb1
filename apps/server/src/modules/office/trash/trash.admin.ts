import { contentTypes, entities, type TrashKind, trashKinds } from '@institute/contract';
import { listLimits } from '@institute/contract/api.constants';
import { pathId } from '@institute/contract/fields';
import { needs } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import { refuseWithoutRight } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { countDemoContent, removeDemoContent, restoreDemoContent } from './demo-content.service.ts';
import { listTrash, purgeItem, removeMany, restoreItem, restoreMany, trashQuery } from './trash.service.ts';

const itemInput = pathId.extend({ kind: z.enum(trashKinds) });
const contentItemInput = pathId.extend({ kind: z.enum(contentTypes) });

const trashProcedure = makeProcedure(needs.own);

const refuseForbiddenKinds = (
  ctx: Pick<Ctx, 'actor'>,
  items: readonly { kind?: TrashKind | undefined }[],
) => {
  for (const { kind } of items) if (kind) refuseWithoutRight(ctx, entities[kind].need);
};

export const trashRouter = router({
  list: trashProcedure.input(trashQuery).query(async ({ ctx, input }) => {
    refuseForbiddenKinds(ctx, [{ kind: input.category }]);
    return { ...(await listTrash(ctx, input)), mayPurge: ctx.actor.isOwner };
  }),
  removeMany: trashProcedure
    .input(z.object({ items: z.array(contentItemInput).min(1).max(listLimits.page) }))
    .mutation(({ ctx, input }) => {
      refuseForbiddenKinds(ctx, input.items);
      return removeMany(ctx, input.items);
    }),
  restore: trashProcedure.input(itemInput).mutation(({ ctx, input }) => {
    refuseForbiddenKinds(ctx, [input]);
    return restoreItem(ctx, input.kind, input.id);
  }),
  restoreMany: trashProcedure
    .input(z.object({ items: z.array(itemInput).min(1).max(listLimits.page) }))
    .mutation(({ ctx, input }) => {
      refuseForbiddenKinds(ctx, input.items);
      return restoreMany(ctx, input.items);
    }),
  demo: makeProcedure('owner').query(({ ctx }) => countDemoContent(ctx)),
  removeDemo: makeProcedure('owner').mutation(({ ctx }) => removeDemoContent(ctx)),
  restoreDemo: makeProcedure('owner').mutation(({ ctx }) => restoreDemoContent(ctx)),
  purge: makeProcedure('owner')
    .input(itemInput)
    .mutation(({ ctx, input }) => purgeItem(ctx, input.kind, input.id)),
});
