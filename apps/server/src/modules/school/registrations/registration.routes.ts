import { contract } from '@institute/contract';
import { apiPrefix } from '@institute/contract/api.constants';
import { initServer } from '@ts-rest/fastify';
import { addReplayHeader, makeCursorPageAnswer } from '../../../http/answers.ts';
import { removeRegistration, updateRegistration } from './registration-decision.service.ts';
import { viewRegistration } from './registration-desk.service.ts';
import { listRegistrations } from './registration-list.service.ts';
import { registerApplicant } from './registration-submit.service.ts';

export const registrationRoutes = initServer().router(contract.registrations, {
  list: async ({ request, reply, query }) => {
    const page = await listRegistrations(request.ctx, query);
    return makeCursorPageAnswer(reply, `${apiPrefix}/registrations`, query, page);
  },

  get: async ({ request, reply, params }) => {
    const { view, tag } = await viewRegistration(request.ctx, params.id);
    reply.header('etag', tag);
    return { status: 200, body: { data: view } };
  },

  create: async ({ request, reply, headers, body }) => {
    const registrationResult = await registerApplicant(request.ctx, body, headers['idempotency-key']);
    addReplayHeader(reply, registrationResult);
    reply.header('location', `${apiPrefix}/registrations/${registrationResult.answer.id}`);
    return { status: 201, body: { data: registrationResult.answer } };
  },

  update: async ({ request, reply, params, headers, body }) => {
    const { reversesCharges, ...update } = body;
    const ifMatch = headers['if-match'];
    const { view, tag } = await updateRegistration(request.ctx, params.id, update, {
      ifMatch,
      reversesCharges,
    });
    reply.header('etag', tag);
    return { status: 200, body: { data: view } };
  },

  remove: async ({ request, params, headers }) => ({
    status: 200,
    body: { data: await removeRegistration(request.ctx, params.id, headers['if-match']) },
  }),
});
