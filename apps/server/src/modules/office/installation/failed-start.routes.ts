import { failedStart } from '@institute/contract';
import { failedStartLimit, failedStartsPath } from '@institute/contract/failed-starts.constants';
import type { FastifyInstance } from 'fastify';
import { refuseForeignOrigin } from '../../../http/policies/own-host.ts';
import { toAddressKey } from '../../../http/request-context.ts';
import { recordFailedStart } from './failed-start.service.ts';

/** Pages send a beacon here when their scripts failed to start. They do not wait for the answer. */
export async function acceptFailedStarts(app: FastifyInstance): Promise<void> {
  app.post(failedStartsPath, { bodyLimit: failedStartLimit }, async (request, reply) => {
    refuseForeignOrigin(request);
    await request.server.rateLimits.count('failed start', toAddressKey(request.ip));
    await recordFailedStart(request.ctx, failedStart.parse(request.body));
    return reply.status(204).send();
  });
}
