import type { TestApp } from './test-app.ts';

export async function tablesWith({ db }: Pick<TestApp, 'db'>, text: string): Promise<string[]> {
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
