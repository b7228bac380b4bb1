import type pg from 'pg';
import { entities } from '../composition/entities.ts';
import { withClient } from '../database/client.ts';
import { MIGRATION_SETTINGS } from '../database/migration-settings.ts';
import { openOrm } from '../database/orm.ts';

type IndexStatements = { create: string; drop: string };

const tableEntities = entities.filter(({ meta }) => !meta.view);
const viewsMetadata = entities.flatMap(({ meta }) => (meta.view ? meta : []));

/**
 * Returns the statements that a migrated database still needs to have the tables, views and indexes of the entities.
 * `npm run migration` writes these statements and a test expects none, so the two cannot disagree.
 */
export async function readSchemaDifference(connection: pg.ClientConfig): Promise<string[]> {
  // PostgreSQL rewrites the definition of a view, so views are compared below
  const orm = openOrm(connection, tableEntities, {
    schemaGenerator: { ignoreRoutines: true, skipViews: [/./] },
  });
  try {
    const schemaChanges = await orm.schema.getUpdateSchemaSQL({ wrap: false });
    const declaredSchemaSql = await orm.schema.getCreateSchemaSQL({ wrap: false });
    return await withClient(connection, 'schema', async (client) => {
      // The transaction is never committed, so the database stays as it is
      await client.query('begin');
      await client.query(schemaChanges);
      return [
        ...splitStatements(schemaChanges),
        ...(await compareViews(client)),
        ...(await compareIndexes(client, declaredSchemaSql)),
      ];
    });
  } finally {
    await orm.close(true);
  }
}

const splitStatements = (sql: string) =>
  sql
    .split(/;\n/)
    .map((statement) => statement.trim())
    .filter(Boolean);

async function compareViews(client: pg.Client): Promise<string[]> {
  const readViewDefinition = async (name: string) => {
    const { rows } = await client.query<{ text: string | null }>(
      'select pg_get_viewdef(to_regclass($1)) as text',
      [name],
    );
    return rows[0]?.text;
  };
  const viewChanges: string[] = [];
  for (const { tableName, expression } of viewsMetadata) {
    await client.query(`create temporary view as_declared as ${expression}`);
    if ((await readViewDefinition(tableName)) !== (await readViewDefinition('as_declared')))
      viewChanges.push(`drop view if exists "${tableName}"`, `create view "${tableName}" as ${expression}`);
    await client.query('drop view as_declared');
  }
  return viewChanges;
}

/**
 * Compares the definitions of indexes, because MikroORM compares those declared in SQL only by name. Replaces all
 * tables with empty ones.
 */
async function compareIndexes(client: pg.Client, schema: string): Promise<string[]> {
  const presentIndexes = await listIndexes(client);
  await client.query(`drop table ${tableEntities.map(({ meta }) => `"${meta.tableName}"`).join()} cascade`);
  await client.query(schema);
  const declaredIndexes = await listIndexes(client);

  return [
    ...listDifferentIndexes(presentIndexes, declaredIndexes).map(({ drop }) => drop),
    ...listDifferentIndexes(declaredIndexes, presentIndexes).map(({ create }) => create),
  ];
}

const listDifferentIndexes = (some: Map<string, IndexStatements>, others: Map<string, IndexStatements>) =>
  [...some].flatMap(([name, index]) => (others.get(name)?.create === index.create ? [] : index));

async function listIndexes(client: pg.Client): Promise<Map<string, IndexStatements>> {
  // With an empty search path, definitions name the schema of functions and operators
  await client.query(`set local search_path = ''`);
  const { rows } = await client.query<{
    name: string;
    owner: string;
    definition: string;
    constraint: string | null;
  }>(
    `select index.relname as name, format('%I.%I', nspname, owner.relname) as owner,
            pg_get_indexdef(index.oid) as definition, pg_get_constraintdef(pg_constraint.oid) as constraint
     from pg_index
     join pg_class index on index.oid = indexrelid
     join pg_class owner on owner.oid = indrelid
     join pg_namespace on pg_namespace.oid = owner.relnamespace
     left join pg_constraint on conindid = indexrelid and contype in ('p', 'u', 'x')
     where nspname = 'public' and owner.relname <> $1
     order by owner.relname, index.relname`,
    [MIGRATION_SETTINGS.tableName],
  );
  await client.query('set local search_path = public');
  return new Map(
    rows.map(({ name, owner, definition, constraint }) => [
      name,
      constraint
        ? {
            create: `alter table ${owner} add constraint "${name}" ${constraint}`,
            drop: `alter table ${owner} drop constraint "${name}"`,
          }
        : { create: definition, drop: `drop index "${name}"` },
    ]),
  );
}
