import * as z from 'zod';

export const FORMAT = 'institute-backup';
export const VERSION = 1;

/** The first line of the file. Rows are PostgreSQL's own JSON, so no value loses precision. */
export const header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.record(z.string(), z.array(z.string())),
});
export type Header = z.infer<typeof header>;

/** Cannot leave the uploads folder. */
const uploadPath = z.string().regex(/^(?!\.)[\w.-]+(?:\/(?!\.)[\w.-]+)*$/);

/** One line of the file, which is gzipped JSON lines: header, rows, sequences, uploads, end. */
export const line = z.union([
  z.object({ table: z.string(), rows: z.array(z.record(z.string(), z.unknown())) }),
  z.object({ sequence: z.string(), value: z.string() }),
  z.object({ upload: uploadPath, base64: z.string() }),
  z.object({ end: z.literal(true), rows: z.number(), uploads: z.number() }),
]);

/** The counts of a backup or a restore. */
export type Amount = { rows: number; uploads: number };
