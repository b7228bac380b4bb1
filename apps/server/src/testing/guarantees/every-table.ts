import type pg from 'pg';
import { MIGRATION_SETTINGS } from '../../database/migration-settings.ts';
import { query } from '../processes/cluster.ts';

/** A value for each type of PostgreSQL. Numbers are the id of a row, because the column may be a foreign key. */
const values: Record<string, string> = {
  bool: 'true',
  date: `'2026-11-20'`,
  timestamptz: `'2026-11-20T10:00:00.123Z'`,
  float8: '0.1',
  numeric: '9999999999.99',
  uuid: `'0194fdc2-fa2f-4cc0-81d3-ff12045b73c8'`,
  json: `'{"a": [1, "Ŋ\\n"]}'`,
  jsonb: `'{"a": [1, "Ŋ\\n"]}'`,
  _text: `array['a "b"', 'c,\\']`,
  _int4: `'{1,2}'`,
};

interface Column {
  table: string;
  name: string;
  type: string;
  length: number;
  /** The first value that a check of the column allows. */
  allowed: string | null;
}

/** Literals of SQL by the name of the column, without one for those that hold encrypted texts. */
type LiteralOf = (column: Pick<Column, 'table' | 'name' | 'type'>) => string | undefined;

/** One row in every table, with a value in each column that is neither counted nor encrypted. */
export async function fillEveryTable(
  connection: pg.ClientConfig,
  literalOf: LiteralOf = () => undefined,
): Promise<void> {
  const columns = await query<Column>(
    connection,
    `select table_name as table, column_name as name, udt_name as type,
       coalesce(character_maximum_length, 1000) as length,
       (select substring(pg_get_constraintdef(oid) from '''([^'']+)''') from pg_constraint
        where contype = 'c' and conrelid = table_name::regclass
          and pg_get_constraintdef(oid) like 'CHECK ((' || column_name || ' = %') as allowed
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema = 'public' and table_name <> '${MIGRATION_SETTINGS.tableName}' and is_generated = 'NEVER'
       and is_identity = 'NO' and coalesce(column_default, '') !~ 'nextval'`,
  );
  const writeLiteral = (column: Column): string => {
    const { name, type, length, allowed } = column;
    if (/^medical|secret$|^sealed_/.test(name)) return 'null';
    if (allowed) return `'${allowed}'`;
    const given = literalOf(column) ?? values[type];
    if (given === undefined && /^(?:text|varchar)$/.test(type)) return `left('Ŋŋ "\\🧵', ${length})`;
    return /^(?:text|varchar)$/.test(type) ? `left(${given}, ${length})` : (given ?? '1');
  };
  const inserts = [...Map.groupBy(columns, ({ table }) => table)].map(
    ([table, of]) =>
      `insert into "${table}" (${of.map(({ name }) => `"${name}"`)}) values (${of.map(writeLiteral)})`,
  );
  await query(connection, ['set session_replication_role = replica', ...inserts].join(';'));
}

export async function readEveryTable(connection: pg.ClientConfig): Promise<Record<string, object[]>> {
  const tables = await query<{ name: string }>(
    connection,
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const rows = tables.map(async ({ name }) => [name, await query(connection, `select * from "${name}"`)]);
  return Object.fromEntries(await Promise.all(rows));
}
