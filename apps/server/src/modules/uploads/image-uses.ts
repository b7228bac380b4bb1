import type { EntityType } from '@institute/contract';
import type { Ctx, TxCtx } from '../../context.ts';
import { NAME_LENGTH, uploadsPath } from './upload.service.ts';

/** Something that shows an image, would show it again out of the trash, or did in an earlier version. */
export interface ImageUse {
  type: EntityType;
  id: number | null;
  /** Of the site, the section. */
  title: string;
  /** What it says that the image shows. */
  alt: string | null;
  state: 'shown' | 'deleted' | 'earlier';
}

type Content = Pick<Ctx, 'content'>;

const shownBy = ({ content }: Content) => content.filter(({ imageColumns }) => imageColumns.length > 0);

/** `rank` tells which of the states it is. */
const placesOf = (ctx: Content) => [
  ...shownBy(ctx).map(
    ({ type, table, titleColumn, imageColumns, htmlColumns }) =>
      `select '${type}' as type, id, ${titleColumn} as title, image_alt as alt, (deleted_at is not null)::int as rank,
        concat_ws(' ', ${[...imageColumns, ...htmlColumns].join(', ')}) as body from ${table}`,
  ),
  `select 'site', null, section.key, null, 0, section.value::text
    from site, jsonb_each(site.content) as section`,
  // a campaign that went out shows what it was sent with
  `select 'newsletter', id, subject, null, (deleted_at is not null)::int, concat_ws(' ', body, article::text)
    from campaigns`,
  `select entity_type, item_id, coalesce(fields->>'title', fields->>'name'), fields->>'imageAlt', 2, fields::text
    from content_versions`,
];

/**
 * A query with one row for each image and each thing that shows it. An image is found by the beginning of its
 * name: in every width, with or without a host before it.
 */
export const imageUses = (ctx: Content): string => `
  select distinct on (name, type, id, section) name, type, id, title, alt,
    (array['shown', 'deleted', 'earlier'])[rank + 1] as state
  from (
    select found[1] as name, type, id, title, alt, rank, case when id is null then title end as section
    from (${placesOf(ctx).join(' union all ')}) as place
    cross join lateral regexp_matches(body, '${uploadsPath}/([0-9a-f]{${NAME_LENGTH}})-', 'g') as found
  ) as used
  order by name, type, id, section, rank, title`;

/** What an image is called in `imageUses`. */
export const nameOf = (hash: string): string => `left(${hash}, ${NAME_LENGTH})`;

/** Waits for those who write addresses of images now, and keeps others from it until the transaction ends. */
export function holdUses(tx: Pick<TxCtx, 'em' | 'content'>) {
  // writers of several tables take them in this order too
  const tables = [...shownBy(tx).map(({ table }) => table), 'site', 'campaigns', 'content_versions'];
  return tx.em.execute(`lock table ${tables.join(', ')} in share mode`);
}

/** What shows the image with this hash. */
export async function usesOf(
  ctx: Pick<Ctx, 'em' | 'content'>,
  hash: string,
): Promise<Pick<ImageUse, 'type' | 'title'>[]> {
  return ctx.em.execute(
    `select type, title from (${imageUses(ctx)}) as used where name = ${nameOf('?')} order by type, title`,
    [hash],
  );
}
