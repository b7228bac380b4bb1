import { pipeline, Readable } from 'node:stream';
import { toLocalDay } from '@institute/contract/time';
import { stringify } from 'csv-stringify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx } from '../context.ts';
import { acceptForms } from '../http/policies/bodies.ts';
import type { Cell, CsvExport } from './csv-export.ts';
import { exportPath, readTicket, type TicketChecks } from './ticket.ts';

/** A ticket holds the ids of the chosen rows, which may be thousands. */
const TICKET_BYTES = 128 * 1024;

type FormRequest = FastifyRequest<{ Body: URLSearchParams | undefined }>;

interface Options extends TicketChecks {
  exports: readonly CsvExport[];
  record(ctx: Ctx, taken: Pick<CsvExport, 'entityType'> & { description: string }): Promise<number>;
}

export async function serveCsvExports(app: FastifyInstance, options: Options): Promise<void> {
  acceptForms(app);

  for (const item of options.exports) {
    app.post(
      exportPath(item.name),
      { bodyLimit: TICKET_BYTES },
      async ({ ctx, body }: FormRequest, reply) => {
        const { actor, input } = await readTicket(ctx, item, body?.get('ticket') ?? '', options);
        const acting = { ...ctx, actor };
        const { description, headings, rows } = await item.start(acting, input);
        const { name, entityType } = item;
        const activity = await options.record(acting, { entityType, description });
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${name}-${toLocalDay(ctx.now())}.csv"`)
          .header('cache-control', 'private, no-store')
          .send(
            toCsv(headings, rows(activity), (error) => ctx.log.warn({ err: error }, 'an export broke off')),
          );
      },
    );
  }
}

/** Reads rows only as fast as the client takes them. Starts with a byte order mark, so that spreadsheets read UTF-8. */
function toCsv(headings: string[], rows: AsyncIterable<Cell[]>, onBroken: (error: Error) => void) {
  const csv = stringify({
    bom: true,
    header: true,
    columns: headings.map((header) => ({ key: header, header })),
    record_delimiter: 'windows',
    // A lone line break in a cell is the end of a row for spreadsheets too
    quote_record_delimiter: true,
  });
  pipeline(Readable.from(rows), csv, (error) => {
    if (error) onBroken(error);
  });
  return csv;
}
