import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startProduct } from '../../product.ts';
import { query } from '../database.ts';
import { atLeast, exactly, none, noted, type Scenario } from '../scenario.ts';

const ROWS = 10_000;
const FILES = 50;
const FILE_BYTES = 100_000;
/** A restore adds an entry to the log and ends every session. The migrations carry the time at which they ran. */
const CHANGED_BY_RESTORE = ['activities', 'sessions', 'mikro_orm_migrations'];
/** Files that are in no backup: operators copy them separately. */
const SECRETS = ['auth-secret', 'data-key'];

const root = resolve(import.meta.dirname, '../../../../..');
const run = promisify(execFile);

/** A backup of the running product, everything wiped but the keys, and a restore into a new database. */
export const scenario: Scenario = {
  name: 'backup-and-restore',
  limitSeconds: 240,
  async run(folder) {
    const file = join(folder, 'backup.gz');
    const data = join(folder, 'data');
    mkdirSync(data);
    const before = await startProduct(data);
    await query(
      data,
      `insert into messages (name, email, subject, message, created_at, updated_at)
       select 'Amina ' || n, 'amina-' || n || '@example.org', 'Intake ' || n, repeat('Ŋŋ "quoted" ' || n || E'\\n', 5), now(), now()
       from generate_series(1, ${ROWS}) n`,
    );
    for (let number = 0; number < FILES; number += 1) writeUpload(data, number);
    const uploads = hashesOf(join(data, 'uploads'));
    const backupMs = await timed(() => command('backup', data, file));
    const rows = await rowHashes(data);
    await before.stop();

    const wiped = join(folder, 'wiped');
    renameSync(data, wiped);
    mkdirSync(data);
    for (const secret of SECRETS) renameSync(join(wiped, secret), join(data, secret));
    rmSync(wiped, { recursive: true });
    const restoreMs = await timed(() => command('restore', data, file));
    const after = await startProduct(data, { SEED_DEMO: 'false' });
    const rowsAfter = await rowHashes(data);
    const uploadsAfter = hashesOf(join(data, 'uploads'));
    await after.stop();

    const tables = [...rows.keys()].filter((table) => !CHANGED_BY_RESTORE.includes(table));
    return [
      noted('backup', backupMs / 1000, 's'),
      noted('restore', restoreMs / 1000, 's'),
      atLeast('tables compared by the hash of their rows', tables.length, 20),
      exactly('messages after the restore', rowsAfter.get('messages')?.count ?? 0, ROWS),
      none('tables whose rows differ', different(tables, rows, rowsAfter)),
      exactly('files after the restore', uploadsAfter.size, FILES),
      none('files that differ', different([...uploads.keys()], uploads, uploadsAfter)),
    ];
  },
};

function writeUpload(data: string, number: number): void {
  const name = createHash('md5').update(`${number}`).digest('hex');
  const folder = join(data, 'uploads', `${name}-800x600-336699`);
  mkdirSync(folder, { recursive: true });
  const bytes = createHash('shake256', { outputLength: FILE_BYTES }).update(name).digest();
  writeFileSync(join(folder, '800.webp'), bytes);
}

const command = (name: string, data: string, file: string) =>
  run(process.execPath, [join(root, `apps/server/src/cli/${name}.ts`), file], {
    cwd: root,
    env: { ...process.env, DATA_DIR: data },
  });

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

interface Rows {
  count: number;
  hash: string;
}

async function rowHashes(data: string): Promise<Map<string, Rows>> {
  const tables = await query<{ name: string }>(
    data,
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const hashes = new Map<string, Rows>();
  for (const { name } of tables) {
    const [row] = await query<Rows>(
      data,
      `select count(*)::int as count, md5(coalesce(string_agg(line, ',' order by line), '')) as hash
       from (select md5(to_jsonb(t)::text) as line from "${name}" t) as lines`,
    );
    if (row) hashes.set(name, row);
  }
  return hashes;
}

function hashesOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

const different = (keys: string[], before: Map<string, unknown>, after: Map<string, unknown>): string[] =>
  keys.filter((key) => JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key)));
