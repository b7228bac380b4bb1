import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../context.ts';
import { acceptForms } from '../http/policies/bodies.ts';
import type { CsvCell, CsvExport } from './csv-export.ts';
import { serveDownload } from './download.ts';
import type { TicketChecks } from './ticket.ts';

/** Largest body of a ticket. A ticket holds the ids of chosen rows, which may be thousands. */
const TICKET_BYTES = 128 * 1024;

interface CsvExportServerOptions extends TicketChecks {
  exports: readonly CsvExport[];
  record(ctx: Ctx, taken: Pick<CsvExport, 'entityType'> & { description: string }): Promise<number>;
}

export async function serveCsvExports(app: FastifyInstance, options: CsvExportServerOptions): Promise<void> {
  acceptForms(app);

  for (const csvExport of options.exports) {
    serveDownload(
      app,
      csvExport,
      options,
      async (ctx, input) => {
        const { description, headings, rows } = await csvExport.start(ctx, input);
        const activityId = await options.record(ctx, { entityType: csvExport.entityType, description });
        const logBreak = (error: Error) => ctx.log.warn({ err: error }, 'an export broke off');
        return {
          type: 'text/csv; charset=utf-8',
          extension: 'csv',
          content: toCsv(headings, rows(activityId), logBreak),
        };
      },
      { bodyLimit: TICKET_BYTES },
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
