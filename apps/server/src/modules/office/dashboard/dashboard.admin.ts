import * as z from 'zod';
import { adminProcedure, ownerProcedure, router } from '../../../admin/trpc.ts';
import type { AccountActor, Ctx, ImageCheck } from '../../../context.ts';
import { dismissFirstSteps, readFirstSteps } from './first-steps.service.ts';
import { registrationWeeks } from './registration-weeks.service.ts';
import { getStats } from './stats.routes.ts';

type Office = Ctx & { actor: AccountActor; hasImage: ImageCheck };

export const statsAdmin = <Attention>(listAttention: (ctx: Office) => Promise<Attention>) =>
  router({
    get: adminProcedure.query(({ ctx }) => getStats(ctx)),
    registrationWeeks: adminProcedure.query(({ ctx }) => registrationWeeks(ctx)),
    attention: adminProcedure.query(({ ctx }) => listAttention(ctx)),
    firstSteps: adminProcedure.query(({ ctx }) => (ctx.actor.isOwner ? readFirstSteps(ctx) : null)),
    dismissFirstSteps: ownerProcedure
      .input(z.object({ isDismissed: z.boolean() }))
      .mutation(({ ctx, input }) => dismissFirstSteps(ctx, input.isDismissed)),
    changes: adminProcedure.subscription(({ ctx: { live, actor }, signal }) => live.follow(actor, signal)),
  });
