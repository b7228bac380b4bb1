import type { EntityType } from '@institute/contract';
import type { Ctx } from '../../context.ts';
import { literally } from '../content/search.ts';

/** The most items of one kind that are shown. */
const SHOWN = 5;
/** The search for one kind stops at this number of matches, so that frequent texts are quick. */
const SOUGHT = 100;

export interface FoundItem {
  type: EntityType;
  id: number;
  title: string;
  /** Reference, receipt or email. */
  detail: string | null;
}

interface Kind {
  type: EntityType;
  table: string;
  title: string;
  detail?: string;
  /** SQL of the folded text that is searched. */
  searched: string;
  /** Restricts the rows. */
  where?: string;
}

/** Health answers are neither searched nor shown. */
const people: readonly Kind[] = [
  {
    type: 'registration',
    table: 'registrations',
    title: `first_name || ' ' || last_name`,
    detail: 'reference',
    searched: 'search',
    where: 'deleted_at is null',
  },
  {
    type: 'donation',
    table: 'donations',
    title: 'name',
    detail: `coalesce(receipt_number, currency || ' ' || amount)`,
    searched: 'search',
  },
  {
    type: 'contact',
    table: 'messages',
    title: `name || ': ' || subject`,
    detail: 'email',
    searched: 'search',
    where: 'deleted_at is null and not is_spam',
  },
];

/** Finds people, content and donations by their names, and people and donations by their numbers too. */
export async function findItems(
  { em, content }: Pick<Ctx, 'em' | 'content'>,
  q: string,
): Promise<FoundItem[]> {
  const named = content.map(
    ({ type, table, titleSql }): Kind => ({
      ...{ type, table, title: titleSql, searched: `fold(${titleSql})`, where: 'deleted_at is null' },
    }),
  );
  const kinds = [...people, ...named];
  const parts = kinds.map(
    ({ type, table, title, detail = 'null', searched, where = 'true' }) =>
      `(select '${type}' as type, id, title, detail from (
         select id, ${title} as title, ${detail} as detail from ${table}
         where ${searched} like '%' || fold(?) || '%' and ${where} limit ${SOUGHT}
       ) as ${table} order by id desc limit ${SHOWN})`,
  );
  return em.execute<FoundItem[]>(
    parts.join(' union all '),
    kinds.map(() => literally(q)),
  );
}
