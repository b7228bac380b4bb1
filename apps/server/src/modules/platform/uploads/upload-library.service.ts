import { listQuery } from '@institute/contract';
import { timeZone } from '@institute/contract/time';
import * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { demoImages } from '../../../demo/images.ts';
import { int, intOrNull, readRows, text, textOrNull } from '../../../sql.ts';
import { searchPattern } from '../content/search.ts';
import { imageUseSchema, imageUsesSql, uploadNameSql } from './image-uses.ts';

/** Demo images have negative ids. They are listed only while something outside the trash uses them. A document has no size in pixels. */
const libraryImageSchema = z.object({
  id: int,
  url: text,
  name: textOrNull,
  width: intOrNull,
  height: intOrNull,
  format: textOrNull,
  bytes: intOrNull,
  createdAt: text,
  sentBy: textOrNull,
  uses: z.array(imageUseSchema),
});
const libraryColumns = { items: z.array(libraryImageSchema), total: int };

/** Pictures and documents, unless one kind is asked for. */
export const libraryQuery = listQuery([], ['pictures', 'documents', 'pdf', 'docx', 'unused']);

const librarySql = (ctx: Pick<Ctx, 'content'>) => `
  with uses as (
    select name,
      jsonb_agg(jsonb_build_object('type', type, 'id', id, 'title', title, 'alt', alt, 'state', state)
        order by state desc, type, title) as list,
      string_agg(concat_ws(' ', title, alt), ' ') as words, bool_or(state <> 'deleted') as is_used
    from (${imageUsesSql(ctx)}) as used group by name
  ), library as (
    select uploads.id, url, uploads.name, width, height, format, bytes, uploads.created_at as "createdAt", email as "sentBy",
      coalesce(list, '[]') as uses, fold(concat_ws(' ',
        to_char(uploads.created_at at time zone '${timeZone}', 'FMDD Mon YYYY, YYYY-MM-DD'), email, uploads.name, words,
        case when width is null then split_part(url, '/', 4) end)) as words
    from uploads
    left join accounts on accounts.id = uploads.account_id
    left join uses on uses.name = ${uploadNameSql}
    union all
    select -place, url, null, width, height, null, null, (select min(created_at) from site), null, list, fold(words)
    from jsonb_to_recordset(?::jsonb) as demo (name text, url text, width int, height int, place int)
    join uses using (name) where is_used
  ), found as (
    select * from library where (? = '' or words like ${searchPattern}) and case ?::text
      when 'all' then true
      when 'unused' then uses = '[]'
      when 'pictures' then width is not null
      when 'documents' then width is null
      else format = ? end
  ), page as (
    select * from found order by "createdAt" desc, id desc limit ? offset ?
  )
  select (select count(*)::int from found) as total,
    (select coalesce(jsonb_agg(to_jsonb(page) - 'words' order by "createdAt" desc, id desc), '[]') from page) as items`;

export async function listImages(
  ctx: Pick<Ctx, 'em' | 'content'>,
  { limit, offset, q = '', category = 'all' }: z.output<typeof libraryQuery>,
) {
  const [answer] = await readRows(ctx.em, libraryColumns)(librarySql(ctx), [
    JSON.stringify(demoImages),
    q,
    q,
    category,
    category,
    limit,
    offset,
  ]);
  const { items = [], total = 0 } = answer ?? {};
  const toIsoInstant = (createdAt: string) => new Date(createdAt).toISOString();
  return { items: items.map((item) => ({ ...item, createdAt: toIsoInstant(item.createdAt) })), total };
}
