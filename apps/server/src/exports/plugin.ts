import { pipeline, Readable } from 'node:stream';
import { toLocalDay } from '@institute/contract/time';
import { stringify } from 'csv-stringify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx } from '../context.ts';
import { acceptForms } from '../http/policies/bodies.ts';
import type { CsvCell, CsvExport } from './csv-export.ts';
import { exportPath, readTicket, type TicketChecks } from './ticket.ts';

/** Largest body of a ticket. A ticket holds the ids of chosen rows, which may be thousands. */
const TICKET_BYTES = 128 * 1024;

type FormRequest = FastifyRequest<{ Body: URLSearchParams | undefined }>;

interface CsvExportServerOptions extends TicketChecks {
  exports: readonly CsvExport[];
  record(ctx: Ctx, taken: Pick<CsvExport, 'entityType'> & { description: string }): Promise<number>;
}

export async function serveCsvExports(app: FastifyInstance, options: CsvExportServerOptions): Promise<void> {
  acceptForms(app);

  for (const csvExport of options.exports) {
    app.post(
      exportPath(csvExport.name),
      { bodyLimit: TICKET_BYTES },
      async ({ ctx, body }: FormRequest, reply) => {
        const { actor, input } = await readTicket(ctx, csvExport, body?.get('ticket') ?? '', options);
        const callContext = { ...ctx, actor };
        const { description, headings, rows } = await csvExport.start(callContext, input);
        const { name, entityType } = csvExport;
        const activityId = await options.record(callContext, { entityType, description });
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${name}-${toLocalDay(ctx.now())}.csv"`)
          .header('cache-control', 'private, no-store')
          .send(
            toCsv(headings, rows(activityId), (error) => ctx.log.warn({ err: error }, 'an export broke off')),
          );
      },
    );
  }
}

/**
 * Makes CSV only as fast as the client reads it. The file starts with a byte order mark, so that spreadsheets read it
 * as UTF-8.
 */
function toCsv(headings: string[], rows: AsyncIterable<CsvCell[]>, onBroken: (error: Error) => void) {
  const csvStream = stringify({
    bom: true,
    header: true,
    columns: headings.map((header) => ({ key: header, header })),
    record_delimiter: 'windows',
    // Removed within cells, because spreadsheets read a lone line break as the end of a row
    quote_record_delimiter: true,
  });
  pipeline(Readable.from(rows), csvStream, (error) => {
    if (error) onBroken(error);
  });
  return csvStream;
}
