import type { EntityType } from '@institute/contract/constants';
import type { Ctx, TxCtx } from '../../context.ts';
import { NAME_LENGTH, uploadsPath } from './upload.service.ts';

/** Something that shows a picture, would show it again out of the trash, or did in an earlier version. */
export interface PictureUse {
  type: EntityType;
  id: number | null;
  /** Of the site, the section. */
  title: string;
  /** What it says that the picture shows. */
  alt: string | null;
  state: 'shown' | 'deleted' | 'earlier';
}

/** The tables whose rows show pictures: what the columns are called that hold a title and an address. */
const resources = [
  { type: 'post', table: 'posts', title: 'title', address: 'image_url', text: 'content' },
  { type: 'program', table: 'programs', title: 'name', address: 'image_url' },
  { type: 'coach', table: 'coaches', title: 'name', address: 'image_url' },
  { type: 'facility', table: 'facilities', title: 'name', address: 'image_url' },
  { type: 'gallery', table: 'gallery_items', title: 'title', address: 'image_url' },
  { type: 'alumni', table: 'alumni', title: 'name', address: 'image' },
] as const satisfies { type: EntityType; table: string; title: string; address: string; text?: string }[];

/** `rank` tells which of the states it is. */
const places = [
  ...resources.map(
    ({ type, table, title, address, ...more }) =>
      `select '${type}' as type, id, ${title} as title, image_alt as alt, (deleted_at is not null)::int as rank,
        concat_ws(' ', ${address}${'text' in more ? `, ${more.text}` : ''}) as body from ${table}`,
  ),
  `select 'site', null, section.key, null, 0, section.value::text
    from site, jsonb_each(site.content) as section`,
  // a letter that went out shows what it was sent with
  `select 'newsletter', id, subject, null, (deleted_at is not null)::int, concat_ws(' ', body, article::text)
    from newsletter_campaigns`,
  `select entity_type, item_id, coalesce(fields->>'title', fields->>'name'), fields->>'imageAlt', 2, fields::text
    from content_versions`,
];

/** In the order in which one who writes into several of them takes them. */
const tables = [...resources.map(({ table }) => table), 'site', 'newsletter_campaigns', 'content_versions'];

/**
 * One row for each picture and each thing that shows it, by the beginning of the picture's name: in whichever
 * width, with or without a host before it.
 */
export const pictureUses = `
  select distinct on (name, type, id, section) name, type, id, title, alt,
    (array['shown', 'deleted', 'earlier'])[rank + 1] as state
  from (
    select found[1] as name, type, id, title, alt, rank, case when id is null then title end as section
    from (${places.join(' union all ')}) as place
    cross join lateral regexp_matches(body, '${uploadsPath}/([0-9a-f]{${NAME_LENGTH}})-', 'g') as found
  ) as used
  order by name, type, id, section, rank, title`;

/** What a picture is called in `pictureUses`. */
export const nameOf = (hash: string): string => `left(${hash}, ${NAME_LENGTH})`;

/** Whoever writes addresses now goes first, and nobody does until this transaction ends. */
export const holdUses = ({ em }: Pick<TxCtx, 'em'>) =>
  em.execute(`lock table ${tables.join(', ')} in share mode`);

/** What shows the picture with this hash. */
export async function usesOf(
  { em }: Pick<Ctx, 'em'>,
  hash: string,
): Promise<Pick<PictureUse, 'type' | 'title'>[]> {
  return em.execute(
    `select type, title from (${pictureUses}) as used where name = ${nameOf('?')} order by type, title`,
    [hash],
  );
}
