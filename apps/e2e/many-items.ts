import { query } from './database.ts';

const made = `timestamptz '2001-01-01' - n * interval '1 minute'`;

/** The posts are older than all others. The first one is the newest. */
export async function makeManyPosts(amount: number, word: string) {
  await query(
    `insert into posts (title, content, category, published_at, created_at, updated_at)
     select $1 || ' ' || lpad(n::text, 3, '0'), '<p>Made for a story.</p>', 'events', ${made}, ${made}, ${made}
     from generate_series(1, ${amount}) n`,
    [word],
  );
  await notifyChange();
  return async () => {
    await query(`delete from posts where title like $1 || ' %'`, [word]);
    await notifyChange();
  };
}

/** Empties the product's caches, as its own writes do. */
const notifyChange = () => query(`select pg_notify('content', '')`);
