import { needs } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import type { AccountActor } from '../../../context/actor.ts';
import type { Ctx } from '../../../context.ts';
import type { HasImage } from '../../../http/in-process-call.ts';
import { listNextStarts } from '../../school/intakes/open-intakes.service.ts';
import { dismissFirstSteps, readFirstSteps } from './first-steps.service.ts';
import { countRegistrationWeeks } from './registration-weeks.service.ts';
import { getStats } from './stats.routes.ts';

type OfficeCtx = Ctx & { actor: AccountActor; hasImage: HasImage };

const dashboardProcedure = makeProcedure(needs.own);

export const makeStatsRouter = <Attention>(listAttention: (ctx: OfficeCtx) => Promise<Attention>) =>
  router({
    get: dashboardProcedure.query(({ ctx }) => getStats(ctx)),
    registrationWeeks: makeProcedure(needs.readRegistrations).query(({ ctx }) => countRegistrationWeeks(ctx)),
    nextStarts: makeProcedure(needs.intakes).query(({ ctx }) => listNextStarts(ctx)),
    attention: dashboardProcedure.query(({ ctx }) => listAttention(ctx)),
    firstSteps: dashboardProcedure.query(({ ctx }) => (ctx.actor.isOwner ? readFirstSteps(ctx) : null)),
    dismissFirstSteps: makeProcedure('owner')
      .input(z.object({ isDismissed: z.boolean() }))
      .mutation(({ ctx, input }) => dismissFirstSteps(ctx, input.isDismissed)),
    changes: dashboardProcedure.subscription(({ ctx: { live, actor }, signal }) =>
      live.follow(actor, signal),
    ),
  });
