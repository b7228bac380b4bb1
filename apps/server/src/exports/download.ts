import type { Readable } from 'node:stream';
import { toLocalDay } from '@institute/contract/time';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccountActor } from '../context/actor.ts';
import type { Ctx } from '../context.ts';
import { exportPath, readTicket, type TicketChecks, type TicketedExport } from './ticket.ts';

type FormRequest = FastifyRequest<{ Body: URLSearchParams | undefined }>;

interface Download {
  type: string;
  /** Of the name of the file, which has the export's name and the day. */
  extension: string;
  content: Readable;
}

/** Serves the file of an export to who has a ticket. No cache keeps it. Call it in a scope that accepts forms. */
export function serveDownload(
  app: FastifyInstance,
  exported: Pick<TicketedExport, 'name'>,
  checks: TicketChecks,
  open: (ctx: Ctx & { actor: AccountActor }, input: unknown) => Promise<Download>,
  routeOptions: { bodyLimit?: number } = {},
): void {
  const { name } = exported;
  app.post(exportPath(name), routeOptions, async ({ ctx, body }: FormRequest, reply) => {
    const { actor, input } = await readTicket(ctx, exported, body?.get('ticket') ?? '', checks);
    const { type, extension, content } = await open({ ...ctx, actor }, input);
    return reply
      .type(type)
      .header('content-disposition', `attachment; filename="${name}-${toLocalDay(ctx.now())}.${extension}"`)
      .header('cache-control', 'private, no-store')
      .send(content);
  });
}
