import type { EntityType } from '@institute/contract';
import type { Ctx } from '../../context.ts';
import { isShort, literally, syllableIn } from '../content/search.ts';

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
  /** The table has an index of syllables, for short searches among very many rows. */
  hasSyllables?: boolean;
}

/** Health answers are neither searched nor shown. */
const people: readonly Kind[] = [
  {
    type: 'registration',
    table: 'registrations',
    title: `first_name || ' ' || last_name`,
    detail: 'reference',
    searched: 'search',
    hasSyllables: true,
    where: 'deleted_at is null',
  },
  {
    type: 'donation',
    table: 'donations',
    title: 'name',
    detail: `coalesce(receipt_number, currency || ' ' || amount)`,
    searched: 'search',
    hasSyllables: true,
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
    ({ type, table, titleSql, hasSyllables }): Kind => ({
      ...{ type, table, title: titleSql, searched: `fold(${titleSql})`, where: 'deleted_at is null' },
      hasSyllables,
    }),
  );
  const kinds = [...people, ...named];
  const bySyllable = isShort(q);
  const parts = kinds.map(
    ({ type, table, title, detail = 'null', searched, where = 'true', hasSyllables }) => {
      const match = `${searched} like '%' || fold(?) || '%' and ${where}`;
      // the newest are read in order, but the index of syllables gives the first that it finds
      const some =
        bySyllable && hasSyllables ? `${match} and ${syllableIn('search')}` : `${match} order by id desc`;
      return {
        sql: `(select '${type}' as type, id, title, detail from (
         select id, ${title} as title, ${detail} as detail from ${table} where ${some} limit ${SOUGHT}
       ) as ${table} order by id desc limit ${SHOWN})`,
        values: bySyllable && hasSyllables ? [literally(q), q] : [literally(q)],
      };
    },
  );
  return em.execute<FoundItem[]>(
    parts.map(({ sql }) => sql).join(' union all '),
    parts.flatMap(({ values }) => values),
  );
}
