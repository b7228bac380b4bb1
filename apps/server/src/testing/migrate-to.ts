import { Migrator } from '@mikro-orm/migrations';
import type pg from 'pg';
import { openOrm } from '../database/orm.ts';

/** Brings a database to the state after this migration, as it was when that was the last one. */
export async function migrateTo(connection: pg.ClientConfig, last: string): Promise<void> {
  const orm = openOrm({ ...connection, statement_timeout: 0, query_timeout: 0 }, []);
  try {
    await new Migrator(orm.em).up({ to: last });
  } finally {
    await orm.close(true);
  }
}
