import { hash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';

interface Statement {
  /** Each connection plans a statement of this name once. */
  name: string;
  text: string;
  values?: unknown[];
}

/** Uses a connection of its own, so it cannot be part of a transaction. */
export async function runNamed<Row extends object>(em: EntityManager, statement: Statement): Promise<Row[]> {
  if (em.isInTransaction()) throw new Error('A named statement is not part of the transaction');
  const pool = await em.getConnection('write').getNativeClient();
  return (await pool.query<Row>(statement)).rows;
}

export const readNamed = async <Row extends object>(
  { em }: { em: EntityManager },
  statement: Statement,
): Promise<Row | undefined> => (await runNamed<Row>(em, statement))[0];

/** From SQL with `?` for each value. */
export function nameText(sql: string): Pick<Statement, 'name' | 'text'> {
  let place = 0;
  const text = sql.replaceAll('?', () => `$${++place}`);
  return { name: hash('sha1', text), text };
}
