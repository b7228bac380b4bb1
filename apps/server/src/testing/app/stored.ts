import { contentInfos } from '../../composition/resources.ts';
import type { TestApp } from './test-app.ts';

const tables = [
  ...contentInfos.map(({ table }) => table),
  'registrations',
  'messages',
  'subscribers',
  'idempotency_keys',
  'activities',
];

/** Changes when any row of these tables changes. */
export async function fingerprintDatabase({ db }: Pick<TestApp, 'db'>): Promise<unknown> {
  const parts = tables.map(
    (table) =>
      `select '${table}' as name, count(*)::int as rows, md5(string_agg(t::text, ',' order by t::text)) as content from ${table} t`,
  );
  return db.orm.em.fork().execute(parts.join(' union all '));
}

export async function findTablesWith({ db }: Pick<TestApp, 'db'>, text: string): Promise<string[]> {
  const em = db.orm.em.fork();
  const tables = await em.execute<{ name: string }[]>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await em.execute<{ hit: boolean }[]>(
        `select exists (select from "${name}" as stored where stored::text ilike ?) as hit`,
        [`%${text}%`],
      );
      return row?.hit ? [name] : [];
    }),
  );
  return found.flat().sort();
}
