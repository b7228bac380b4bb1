import { personQuery } from '@institute/contract';
import { toLocalDay } from '@institute/contract/time';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { exportPath, readTicket, type TicketChecks } from '../../../exports/ticket.ts';
import { streamZip } from '../../../exports/zip-stream.ts';
import { acceptForms } from '../../../http/policies/bodies.ts';
import { openPersonCopy, personCopyExport } from './person-copy.service.ts';

type FormRequest = FastifyRequest<{ Body: URLSearchParams | undefined }>;

export async function servePersonCopies(app: FastifyInstance, checks: TicketChecks): Promise<void> {
  acceptForms(app);

  app.post(exportPath(personCopyExport.name), async ({ ctx, body }: FormRequest, reply) => {
    const { actor, input } = await readTicket(ctx, personCopyExport, body?.get('ticket') ?? '', checks);
    const { person } = personQuery.parse(input);
    const files = await openPersonCopy({ ...ctx, actor }, person);
    const createdAt = ctx.now();
    return reply
      .type('application/zip')
      .header(
        'content-disposition',
        `attachment; filename="${personCopyExport.name}-${toLocalDay(createdAt)}.zip"`,
      )
      .header('cache-control', 'private, no-store')
      .send(streamZip(files, createdAt));
  });
}
