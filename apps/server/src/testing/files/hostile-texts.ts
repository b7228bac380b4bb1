import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An import would refuse half characters. */
const texts: { sql: string[]; other: string[]; scripts: string[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'hostile-texts.json'), 'utf8'),
);

/** Texts that have broken databases, parsers, paths, templates and spreadsheets. */
export const hostileTexts: readonly string[] = [...texts.sql, ...texts.other];

/** Each text sets `window.__xss` when a page runs it. */
const scriptPayloads: readonly string[] = texts.scripts;

/** Every fourth payload, because each is tried in many places. FUZZ_CASES tries all. */
export const triedPayloads: readonly string[] = scriptPayloads.filter(
  (_, at) => process.env.FUZZ_CASES || at % 4 === 0,
);
