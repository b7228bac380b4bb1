import { contentTypes, entities, type TrashKind, trashKinds } from '@institute/contract';
import { listLimits } from '@institute/contract/api.constants';
import { pathId } from '@institute/contract/fields';
import { needs } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import { refuseUnless } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { countDemo, removeDemo, restoreDemo } from './demo-content.service.ts';
import { listTrash, purgeItem, removeMany, restoreItem, restoreMany, trashQuery } from './trash.service.ts';

const item = pathId.extend({ kind: z.enum(trashKinds) });
const contentItem = pathId.extend({ kind: z.enum(contentTypes) });

const procedure = makeProcedure(needs.own);

const refuseKinds = (ctx: Pick<Ctx, 'actor'>, items: readonly { kind?: TrashKind | undefined }[]) => {
  for (const { kind } of items) if (kind) refuseUnless(ctx, entities[kind].need);
};

export const trashAdmin = router({
  list: procedure.input(trashQuery).query(async ({ ctx, input }) => {
    refuseKinds(ctx, [{ kind: input.category }]);
    return { ...(await listTrash(ctx, input)), mayPurge: ctx.actor.isOwner };
  }),
  removeMany: procedure
    .input(z.object({ items: z.array(contentItem).min(1).max(listLimits.page) }))
    .mutation(({ ctx, input }) => {
      refuseKinds(ctx, input.items);
      return removeMany(ctx, input.items);
    }),
  restore: procedure.input(item).mutation(({ ctx, input }) => {
    refuseKinds(ctx, [input]);
    return restoreItem(ctx, input.kind, input.id);
  }),
  restoreMany: procedure
    .input(z.object({ items: z.array(item).min(1).max(listLimits.page) }))
    .mutation(({ ctx, input }) => {
      refuseKinds(ctx, input.items);
      return restoreMany(ctx, input.items);
    }),
  demo: makeProcedure('owner').query(({ ctx }) => countDemo(ctx)),
  removeDemo: makeProcedure('owner').mutation(({ ctx }) => removeDemo(ctx)),
  restoreDemo: makeProcedure('owner').mutation(({ ctx }) => restoreDemo(ctx)),
  purge: makeProcedure('owner')
    .input(item)
    .mutation(({ ctx, input }) => purgeItem(ctx, input.kind, input.id)),
});
