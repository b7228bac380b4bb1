import { personQuery } from '@institute/contract';
import type { FastifyInstance } from 'fastify';
import { serveDownload } from '../../../exports/download.ts';
import type { TicketChecks } from '../../../exports/ticket.ts';
import { streamZip } from '../../../exports/zip-stream.ts';
import { acceptForms } from '../../../http/policies/bodies.ts';
import { openPersonCopy, personCopyExport } from './person-copy.service.ts';

export async function servePersonCopies(app: FastifyInstance, checks: TicketChecks): Promise<void> {
  acceptForms(app);

  serveDownload(app, personCopyExport, checks, async (ctx, input) => {
    const { person } = personQuery.parse(input);
    return {
      type: 'application/zip',
      extension: 'zip',
      content: streamZip(await openPersonCopy(ctx, person), ctx.now()),
    };
  });
}
