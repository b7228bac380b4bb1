import { needs } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { procedureFor, router } from '../../../admin/trpc.ts';
import type { AccountActor } from '../../../context/actor.ts';
import type { Ctx, ImageCheck } from '../../../context.ts';
import { dismissFirstSteps, readFirstSteps } from './first-steps.service.ts';
import { registrationWeeks } from './registration-weeks.service.ts';
import { getStats } from './stats.routes.ts';

type Office = Ctx & { actor: AccountActor; hasImage: ImageCheck };

const procedure = procedureFor(needs.own);

export const statsAdmin = <Attention>(listAttention: (ctx: Office) => Promise<Attention>) =>
  router({
    get: procedure.query(({ ctx }) => getStats(ctx)),
    registrationWeeks: procedureFor(needs.readRegistrations).query(({ ctx }) => registrationWeeks(ctx)),
    attention: procedure.query(({ ctx }) => listAttention(ctx)),
    firstSteps: procedure.query(({ ctx }) => (ctx.actor.isOwner ? readFirstSteps(ctx) : null)),
    dismissFirstSteps: procedureFor('owner')
      .input(z.object({ isDismissed: z.boolean() }))
      .mutation(({ ctx, input }) => dismissFirstSteps(ctx, input.isDismissed)),
    changes: procedure.subscription(({ ctx: { live, actor }, signal }) => live.follow(actor, signal)),
  });
