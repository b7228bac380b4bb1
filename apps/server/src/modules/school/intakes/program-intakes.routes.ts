import { contract } from '@institute/contract';
import { apiPrefix } from '@institute/contract/api.constants';
import { initServer } from '@ts-rest/fastify';
import type { Ctx } from '../../../context.ts';
import { makePageAnswer } from '../../../http/answers.ts';
import type { declareIntakes } from './intake.resource.ts';

interface IntakeRouteResources {
  programs: { service: { get(ctx: Ctx, id: number): Promise<unknown> } };
  intakes: Pick<ReturnType<typeof declareIntakes>, 'service'>;
}

export const makeProgramIntakeRoutes = ({ programs, intakes }: IntakeRouteResources) =>
  initServer().router(contract.programIntakes, {
    list: async ({ request: { ctx }, reply, params: { id }, query }) => {
      // Refuses a program that the caller may not see
      await programs.service.get(ctx, id);
      const programQuery = { ...query, programId: id };
      const page = await intakes.service.summaries(ctx, programQuery);
      return makePageAnswer(reply, `${apiPrefix}/programs/${id}/intakes`, query, page);
    },
  });
