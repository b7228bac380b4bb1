import { contentInfos } from '../composition/resources.ts';
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
export async function fingerprint({ db }: Pick<TestApp, 'db'>): Promise<unknown> {
  const parts = tables.map(
    (table) =>
      `select '${table}' as name, count(*)::int as rows, md5(string_agg(t::text, ',' order by t::text)) as content from ${table} t`,
  );
  return db.orm.em.fork().execute(parts.join(' union all '));
}
