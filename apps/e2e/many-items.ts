import { query } from './database.ts';

const made = `timestamptz '2001-01-01' - n * interval '1 minute'`;

/** SQL for the required columns, except for the text that identifies a story's items. */
const rows = {
  posts: {
    text: 'title',
    rest: { content: `'<p>Made for a story.</p>'`, category: `'events'`, published_at: made },
  },
  programs: {
    text: 'name',
    rest: {
      description: `'Made for a story.'`,
      category: `'camp'`,
      duration: `'6 weeks'`,
      schedule: `'Mon'`,
      price: '90000',
      image_url: `'/images/share.jpg'`,
    },
  },
  gallery_items: {
    text: 'title',
    rest: {
      category: `'training'`,
      type: `'video'`,
      date: `'2020-01-01'`,
      image_url: `'/images/share.jpg'`,
      video_url: `'https://youtu.be/abcdefghijk'`,
    },
  },
  alumni: {
    text: 'name',
    rest: {
      position: `'Tailor'`,
      graduation_year: '2001',
      category: `'college'`,
      achievements: `'{}'`,
      image: `'/images/share.jpg'`,
    },
  },
} as const;
export type ManyOf = keyof typeof rows;

/** The items are older than all others. The first one is the newest. */
export async function makeMany(table: ManyOf, amount: number, word: string) {
  const { text, rest } = rows[table];
  const names = [text, ...Object.keys(rest), 'created_at', 'updated_at'];
  const values = [`$1 || ' ' || lpad(n::text, 3, '0')`, ...Object.values(rest), made, made];
  await query(
    `insert into ${table} (${names.join()}) select ${values.join()} from generate_series(1, ${amount}) n`,
    [word],
  );
  await tellOfChange();
  return async () => {
    await query(`delete from ${table} where ${text} like $1 || ' %'`, [word]);
    await tellOfChange();
  };
}

/** Empties the product's caches, as its own writes do. */
const tellOfChange = () => query(`select pg_notify('content', '')`);
