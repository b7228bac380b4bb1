import { entityTypes } from '@institute/contract';
import * as z from 'zod';
import type { Ctx, TxCtx } from '../../../context.ts';
import { DEMO_FOLDER } from '../../../demo/images.ts';
import { intOrNull, readRows, text, textOrNull } from '../../../sql.ts';
import { HASH_NAME_LENGTH, uploadsPath } from './upload-path.ts';

/** A use of an image in shown content, in the trash, or in an earlier version. */
export const imageUseSchema = z.object({
  type: z.enum(entityTypes),
  id: intOrNull,
  title: text,
  alt: textOrNull,
  state: z.enum(['shown', 'deleted', 'earlier']),
});
const shownUseColumns = { type: imageUseSchema.shape.type, title: text };

type ContentCtx = Pick<Ctx, 'content'>;

const listImageOwners = ({ content }: ContentCtx) =>
  content.filter(({ imageColumns }) => imageColumns.length > 0);

/** SQL of all places where images are used. `rank` is the position of the state: shown, deleted, earlier. */
const listImagePlacesSql = (ctx: ContentCtx) => [
  ...listImageOwners(ctx).map(
    ({ type, table, titleSql, imageColumns, htmlColumns }) =>
      `select '${type}' as type, id, ${titleSql} as title, image_alt as alt, (deleted_at is not null)::int as rank,
        concat_ws(' ', ${[...imageColumns, ...htmlColumns].join(', ')}) as body from ${table}`,
  ),
  `select 'site', null, section.key, null, 0, section.value::text
    from site, jsonb_each(site.content) as section`,
  `select 'newsletter', id, subject, null, (deleted_at is not null)::int, concat_ws(' ', body, post_copy::text)
    from campaigns`,
  `select entity_type, item_id, coalesce(fields->>'title', fields->>'name'), fields->>'imageAlt', 2, fields::text
    from content_versions`,
];

/**
 * Patterns of the part of an address that identifies a picture, a document or a demo image. All widths of a picture
 * have the same part; each name of a document has its own.
 */
const addressPatterns = [
  `${uploadsPath}/([0-9a-f]{${HASH_NAME_LENGTH}})-[0-9]`,
  `${uploadsPath}/([0-9a-f]{${HASH_NAME_LENGTH}}-[a-z]+/[a-z0-9-]+[.][a-z]+)`,
  `${DEMO_FOLDER}/([a-z0-9-]+)/`,
];

/** SQL with one row for each upload and use. Addresses may have a host. A demo image is named by its folder. */
export const imageUsesSql = (ctx: ContentCtx): string => `
  select distinct on (name, type, id, section) name, type, id, title, alt,
    (array['shown', 'deleted', 'earlier'])[rank + 1] as state
  from (
    select coalesce(found[1], found[2], found[3]) as name, type, id, title, alt, rank, case when id is null then title end as section
    from (${listImagePlacesSql(ctx).join(' union all ')}) as place
    cross join lateral regexp_matches(
      body, '${addressPatterns.join('|')}', 'g') as found
  ) as used
  order by name, type, id, section, rank, title`;

/** SQL of the name that uses have for a row of `uploads`. */
export const uploadNameSql = `case when uploads.width is null then substr(uploads.url, ${uploadsPath.length + 2})
  else left(uploads.hash, ${HASH_NAME_LENGTH}) end`;

/** Waits for writers of image addresses, and blocks new ones until the transaction ends. */
export function lockImageTables(tx: Pick<TxCtx, 'em' | 'content'>) {
  // Lock order. Writers of several tables must lock in this order.
  const tablesToLock = [
    ...listImageOwners(tx).map(({ table }) => table),
    'site',
    'campaigns',
    'content_versions',
  ];
  return tx.em.execute(`lock table ${tablesToLock.join(', ')} in share mode`);
}

export async function listImageUses(ctx: Pick<Ctx, 'em' | 'content'>, { id }: { id: number }) {
  return readRows(ctx.em, shownUseColumns)(
    `select type, title from (${imageUsesSql(ctx)}) as used
     where name = (select ${uploadNameSql} from uploads where id = ?) order by type, title`,
    [id],
  );
}
