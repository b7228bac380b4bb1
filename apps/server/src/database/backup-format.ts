import * as z from 'zod';
import type { TableAmount } from './table-hashes.ts';

export const FORMAT = 'institute-backup';
export const VERSION = 1;

/** Rows are PostgreSQL's own JSON, so no value loses precision. */
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

/** The last line. Backups of earlier versions hold neither bytes nor hashes. */
const manifest = z.object({
  end: z.literal(true),
  rows: z.number(),
  uploads: z.number(),
  bytes: z.number().optional(),
  counts: z.record(z.string(), z.object({ rows: z.number(), hash: z.string() })).optional(),
  filesHash: z.string().optional(),
  missing: z.array(z.string()).optional(),
});
export type Manifest = z.infer<typeof manifest>;

/** One line of the file, which is gzipped JSON lines: header, rows, sequences, uploads, manifest. */
export const line = z.union([
  z.object({ table: z.string(), rows: z.array(z.record(z.string(), z.unknown())) }),
  z.object({ sequence: z.string(), value: z.string() }),
  z.object({ upload: uploadPath, sha256: z.string().optional(), base64: z.string() }),
  manifest,
]);

export interface Amount {
  rows: number;
  tables: Record<string, TableAmount>;
  uploads: number;
  bytes: number;
  filesHash: string;
  /** Files that rows name and that were missing or cut off. */
  missing: string[];
}

export const noAmount = (): Amount => ({
  rows: 0,
  tables: {},
  uploads: 0,
  bytes: 0,
  filesHash: '',
  missing: [],
});
