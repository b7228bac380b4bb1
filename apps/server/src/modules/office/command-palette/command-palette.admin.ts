import { type EntityType, entityTypes, searchText } from '@institute/contract';
import { parseDonationCode } from '@institute/contract/donations.constants';
import { maySee, type Need, needs, type RightsHolder } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import type { Ctx } from '../../../context.ts';
import { int, readRows, text, textOrNull } from '../../../sql.ts';
import { likeAnySql, listNasalSpellings, listSpellings } from '../../platform/content/search.ts';
import { fullNameSql } from '../../school/registrations/registration.entity.ts';

/** A shorter search text matches almost everything. */
const MIN_QUERY_LENGTH = 2;

const paletteProcedure = makeProcedure(needs.own);

export const finderRouter = router({
  find: paletteProcedure
    .input(z.object({ q: searchText.min(MIN_QUERY_LENGTH) }))
    .query(({ ctx, input }) => findItems(ctx, input.q)),
});

const MAX_ITEMS_PER_KIND = 5;

const foundItemColumns = {
  type: z.enum(entityTypes),
  id: int,
  title: text,
  detail: textOrNull,
};

interface SearchedKind {
  type: EntityType;
  need: Need;
  table: string;
  title: string;
  detail?: string;
  /** SQL expression of the folded text that is searched. */
  searched: string;
  where?: string;
  hasPhones?: boolean;
  idOf?: (q: string) => number | undefined;
}

/** Medical information is neither searched nor shown. */
const peopleKinds: readonly SearchedKind[] = [
  {
    type: 'registration',
    need: needs.readRegistrations,
    table: 'registrations',
    title: fullNameSql(),
    detail: 'reference',
    searched: 'search',
    hasPhones: true,
    where: 'deleted_at is null',
  },
  {
    type: 'donation',
    need: needs.donations,
    table: 'donations',
    title: 'name',
    detail: `coalesce(receipt_number, currency || ' ' || amount)`,
    idOf: parseDonationCode,
    searched: 'search',
    hasPhones: true,
  },
  {
    type: 'contact',
    need: needs.messages,
    table: 'messages',
    title: `name || ': ' || subject`,
    detail: 'email',
    searched: 'search',
    where: 'deleted_at is null and not is_spam',
  },
];

async function findItems(
  { em, content, actor }: Pick<Ctx, 'em' | 'content'> & { actor: RightsHolder },
  q: string,
) {
  const contentKinds = content.map(
    ({ type, need, table, titleSql }): SearchedKind => ({
      type,
      need,
      table,
      title: titleSql,
      searched: `fold(${titleSql})`,
      where: 'deleted_at is null',
    }),
  );
  const visibleKinds = [...peopleKinds, ...contentKinds].filter(({ need }) => maySee(actor, need));
  if (visibleKinds.length === 0) return [];
  const kindQueries = visibleKinds.map((kind) => makeKindQuery(kind, q));
  return readRows(em, foundItemColumns)(
    kindQueries.map(({ sql }) => sql).join(' union all '),
    kindQueries.flatMap(({ values }) => values),
  );
}

function makeKindQuery(kind: SearchedKind, q: string) {
  const { type, table, title, detail = 'null', searched, where = 'true', hasPhones, idOf } = kind;
  const makeSelectSql = (condition: string) =>
    `(select '${type}' as type, id, ${title} as title, ${detail} as detail from ${table}
      where ${where} and (${condition}) order by id desc limit ${MAX_ITEMS_PER_KIND})`;
  const id = idOf?.(q);
  if (id !== undefined) return { sql: makeSelectSql('id = ?'), values: [`${id}`] };
  const { sql, values } = likeAnySql(
    searched,
    (hasPhones ? listSpellings(q) : [q]).flatMap(listNasalSpellings),
  );
  return { sql: makeSelectSql(sql), values };
}
