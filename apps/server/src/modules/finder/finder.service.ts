import type { EntityType } from '@institute/contract';
import { donationOfCode } from '@institute/contract/donations.constants';
import type { Ctx } from '../../context.ts';
import { isShort, soughtPattern, soughtText, spellings, syllableIn } from '../content/search.ts';

/** Shown items of each kind. */
const SHOWN = 5;
/** The search for one kind stops at this number of matches, so that frequent texts are quick. */
const SOUGHT = 100;
/** A short text is first sought among this many of the newest rows, then with an index. */
const NEWEST = 500;

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
  /** `searched` has an index of syllables, for short searches among very many rows. */
  hasSyllables?: boolean;
  /** `searched` is a stored column, so comparing it is fast. */
  isStored?: boolean;
  /** `searched` has phones, as they were typed and as they are dialled. */
  hasPhones?: boolean;
  /** The id of the only item that a text names, if it names one. */
  idOf?: (q: string) => number | undefined;
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
    isStored: true,
    hasPhones: true,
    where: 'deleted_at is null',
  },
  {
    type: 'donation',
    table: 'donations',
    title: 'name',
    detail: `coalesce(receipt_number, currency || ' ' || amount)`,
    idOf: donationOfCode,
    searched: 'search',
    hasSyllables: true,
    isStored: true,
    hasPhones: true,
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
  const parts = kinds.map((kind) => partOf(kind, q));
  return em.execute<FoundItem[]>(
    parts.map(({ sql }) => sql).join(' union all '),
    parts.flatMap(({ values }) => values),
  );
}

interface Part {
  sql: string;
  values: string[];
}

function partOf(kind: Kind, q: string): Part {
  const { type, table, title, detail = 'null', searched, where = 'true' } = kind;
  const { hasSyllables, isStored, hasPhones, idOf } = kind;
  const columns = `id, ${title} as title, ${detail} as detail`;
  const found = (rows: string) =>
    `(select '${type}' as type, id, title, detail from (${rows}) as ${table} order by id desc limit ${SHOWN})`;
  const id = idOf?.(q);
  if (id !== undefined) {
    return { sql: found(`select ${columns} from ${table} where ${where} and id = ?`), values: [`${id}`] };
  }
  const texts = hasPhones ? spellings(q) : [q];
  const held = texts.map(() => `${searched} like ${soughtPattern}`).join(' or ');
  const some = (conditions: string) =>
    `select ${columns} from ${table} where ${where} and (${held}) ${conditions} limit ${SOUGHT}`;
  if (!isShort(q) || !hasSyllables) {
    return { sql: found(some('order by id desc')), values: texts };
  }

  const bySyllable = `and ${syllableIn(searched)}`;
  if (!isStored) return { sql: found(some(bySyllable)), values: [q, q] };
  // the index is slowest for texts that most rows contain, so it is used only when the newest rows have too few matches
  const sql = `
    with newest as materialized (
      select ${columns} from (select * from ${table} where ${where} order by id desc limit ${NEWEST}) as ${table}
      where strpos(${searched}, ${soughtText}) > 0 limit ${SHOWN}
    ), enough as (select count(*) = ${SHOWN} as is_true from newest)
    select * from newest where (select is_true from enough)
    union all (${some(`${bySyllable} and not (select is_true from enough)`)})`;
  return { sql: found(sql), values: [q, q, q] };
}
