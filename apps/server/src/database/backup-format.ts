import * as z from 'zod';

export const FORMAT = 'institute-backup';
export const VERSION = 1;

/** Says what the file was made of. A row is PostgreSQL's own JSON of it, so nothing is lost on the way. */
export const header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.record(z.string(), z.array(z.string())),
});
export type Header = z.infer<typeof header>;

/** Stays below the folder of the uploads. */
const uploadPath = z.string().regex(/^(?!\.)[\w.-]+(?:\/(?!\.)[\w.-]+)*$/);

/** One line of the file, which is gzipped JSON lines: header, rows, sequences, uploads, end. */
export const line = z.union([
  z.object({ table: z.string(), rows: z.array(z.record(z.string(), z.unknown())) }),
  z.object({ sequence: z.string(), value: z.string() }),
  z.object({ upload: uploadPath, base64: z.string() }),
  z.object({ end: z.literal(true), rows: z.number(), uploads: z.number() }),
]);

/** What a backup held, or a restore brought back. */
export type Amount = { rows: number; uploads: number };
