import { adminProcedure, router } from '../../admin/trpc.ts';
import type { AccountActor, Ctx, ImageCheck } from '../../context.ts';
import { registrationWeeks } from './registration-weeks.service.ts';
import { getStats } from './stats.routes.ts';

type Office = Ctx & { actor: AccountActor; hasImage: ImageCheck };

export const statsAdmin = <Attention>(listAttention: (ctx: Office) => Promise<Attention>) =>
  router({
    get: adminProcedure.query(({ ctx }) => getStats(ctx)),
    registrationWeeks: adminProcedure.query(({ ctx }) => registrationWeeks(ctx)),
    attention: adminProcedure.query(({ ctx }) => listAttention(ctx)),
    changes: adminProcedure.subscription(({ ctx: { live, actor }, signal }) => live.follow(actor, signal)),
  });
