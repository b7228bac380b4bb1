import type { Client } from 'pg';

/** Number of items of each kind at a large institute. */
export const AMOUNTS = { posts: 1000, gallery_items: 1000, alumni: 500, programs: 200 } as const;

/** Columns to copy from each table, and expressions that replace some of them. */
const copied = {
  posts: {
    columns: ['category', 'image_url', 'image_alt', 'video_url', 'status', 'publish_at'],
    // A demo post has some hundred words.
    changed: {
      title: `title || ', part ' || n`,
      content: `repeat(content, 1 + 6000 / length(content))`,
      published_at: `published_at - n * interval '1 hour'`,
    },
  },
  gallery_items: {
    columns: ['category', 'type', 'date', 'image_url', 'image_alt', 'video_url'],
    changed: { title: `title || ', no. ' || n` },
  },
  alumni: {
    columns: [
      'position',
      'current_team',
      'graduation_year',
      'category',
      'achievements',
      'image',
      'image_alt',
    ],
    changed: { name: `name || ' ' || n` },
  },
  programs: {
    columns: [
      ...['description', 'category', 'duration', 'schedule', 'price', 'image_url', 'image_alt', 'is_active'],
      ...['max_participants', 'status', 'publish_at'],
    ],
    changed: { name: `name || ' ' || n` },
  },
} satisfies Record<keyof typeof AMOUNTS, { columns: string[]; changed: Record<string, string> }>;

/** Copies the demo content up to these amounts, and analyzes the tables. */
export async function seedItems(client: Client): Promise<void> {
  for (const [table, { columns, changed }] of Object.entries(copied)) {
    const names = [...columns, ...Object.keys(changed)].join();
    await client.query(`
      insert into ${table} (${names}, created_at, updated_at)
      select ${[...columns, ...Object.values(changed)].join()}, created_at - n * interval '1 hour', updated_at
      from (select *, row_number() over (order by id) as place, count(*) over () as amount from ${table}) model
      join generate_series(1, ${AMOUNTS[table as keyof typeof AMOUNTS]}) n on place = 1 + n % amount
      where n + amount <= ${AMOUNTS[table as keyof typeof AMOUNTS]}`);
    await client.query(`vacuum analyze ${table}`);
  }
}
