import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { DataKeys } from '../../server/src/crypto/data-keys.ts';
import { seedRegistrations } from './many-registrations.ts';

/** What a large institute keeps after ten years. The registrations have a module of their own. */
export const ROWS = {
  posts: 10_000,
  gallery_items: 50_000,
  activities: 1_000_000,
  donations: 50_000,
} as const;

/** Sequential scans of these tables are faults. */
export const largeTables = ['registrations', ...Object.keys(ROWS)];

/** Images that the gallery and the posts share; each is in some ten items. */
const IMAGES = 5000;

const folder = (n: string) => `left(encode(sha256((${n})::text::bytea), 'hex'), 32) || '-1200x800-446688'`;
const address = (n: string) => `'/uploads/' || ${folder(n)} || '/1200.webp'`;
const word = (n: string) =>
  `(array['Fashion','Catering','Plumbing','Welding','Hair','Carpentry','Tailoring','Graduation','Workshop','Visit','Sports','Market','Health','Music','Solar','Computer'])[1 + (${n}) % 16]`;

const statements = [
  `insert into uploads (hash, url, width, height, format, bytes, created_at)
   select encode(sha256(n::text::bytea), 'hex'), ${address('n')}, 1200, 800, 'webp', 90000,
     timestamptz '2017-01-01' + n * interval '16 hours'
   from generate_series(1, ${IMAGES}) n on conflict do nothing`,
  `insert into gallery_items (title, category, type, date, image_url, image_alt, created_at, updated_at)
   select ${word('n')} || ' day, ' || ${word('n / 16')} || ' no. ' || n, category, 'image', date '2017-01-01' + n % 3600,
     ${address(`1 + n % ${IMAGES}`)}, 'Students at work', made, made
   from (select n, timestamptz '2017-01-01' + n * interval '100 minutes' as made from generate_series(1, ${ROWS.gallery_items}) n) rows
   join (select category, row_number() over (order by category) - 1 as place, count(*) over () as kinds
     from (select distinct category from gallery_items where deleted_at is null) found) categories on place = n % kinds`,
  `insert into posts (title, content, category, image_url, image_alt, status, published_at, created_at, updated_at)
   select ${word('n * 3')} || ' news of ' || ${word('n / 16')} || ', part ' || n,
     '<p>' || repeat(left(post_text(content), 900) || ' ' || ${word('n * 7')} || ' ' || n || '. ', 6) || '</p>' ||
       case when n % 10 = 0 then '<p><img src="' || ${address(`1 + n % ${IMAGES}`)} || '" alt=""></p>' else '' end,
     category, ${address(`1 + n * 3 % ${IMAGES}`)}, 'Students at work', case when n % 20 = 0 then 'draft' else 'published' end, case when n % 20 > 0 then made end, made, made
   from (select n, timestamptz '2017-01-01' + n * interval '8 hours' as made from generate_series(1, ${ROWS.posts}) n) rows
   join (select content, category, row_number() over (order by id) - 1 as place, count(*) over () as amount from posts) model
     on place = n % amount`,
  `insert into donations (tx_ref, name, email, phone, currency, amount, status, method, is_test, paid_at, receipt_number, created_at, updated_at)
   select n || '-' || md5(n::text), first || ' ' || last, lower(first || '.' || last) || n || '@example.org',
     '+2567' || lpad((n * 7919::bigint % 100000000)::text, 8, '0'), (array['UGX','USD','EUR','KES','GBP'])[1 + n % 5], 1000 + n * 37 % 900000,
     case when n % 10 < 7 then 'successful' when n % 10 < 9 then 'failed' else 'pending' end,
     (array['online','cash','mobile-money','bank-transfer'])[1 + n % 4], false,
     case when n % 10 < 7 then made + interval '5 minutes' end, case when n % 10 < 7 then 'RCP-' || extract(year from made) || '-1' || lpad(n::text, 6, '0') end, made, made
   from (select n, timestamptz '2017-01-01' + n * interval '100 minutes' as made,
     (array['Amina','Brian','Grace','Kato','Zaïnab','Moses','Sarah'])[1 + n * 31 % 7] as first,
     (array['Nakato','Okello','Mukasa','Namuli','Otim'])[1 + (n * 17 + n / 20) % 5] as last
     from generate_series(1, ${ROWS.donations}) n) rows`,
  `insert into activities (type, description, entity_type, entity_id, account_id, user_email, ip_address, user_agent, created_at)
   select case when n % 10 < 4 then 'view' when n % 10 < 6 then 'create' when n % 10 < 8 then 'update' when n % 50 = 9 then 'delete' else 'login' end,
     'Did something to number ' || n, case when n % 7 < 4 then 'registration' when n % 7 < 6 then 'post' else 'donation' end,
     1 + n % 90000, case when n % 3 > 0 then account end, case when n % 3 > 0 then email end, '10.0.' || n % 250 || '.7',
     'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
     timestamptz '2024-11-20' + n * interval '1 minute'
   from generate_series(1, ${ROWS.activities}) n,
     (select id as account, accounts.email from accounts order by id limit 1) office`,
];

/** Creates the same rows each time, and analyzes their tables as autovacuum would have done. Needs an account. */
export async function seedRows(client: Client, keys: DataKeys): Promise<void> {
  await seedRegistrations(client, keys);
  for (const statement of statements) await client.query(statement);
  for (const table of [...Object.keys(ROWS), 'uploads']) await client.query(`vacuum analyze ${table}`);
}

/** Gives every image its file. They are links to one, because the office is told only which are missing. */
export async function linkImages(client: Client, dataDir: string): Promise<void> {
  const { rows } = await client.query<{ url: string }>(`select url from uploads`);
  const model = join(dataDir, 'picture.webp');
  writeFileSync(model, 'a picture', { flag: 'a' });
  for (const { url } of rows) {
    const file = join(dataDir, url);
    mkdirSync(join(file, '..'), { recursive: true });
    linkSync(model, file);
  }
}
