import { type EntityType, entityTypes, searchText } from '@institute/contract';
import { parseDonationCode } from '@institute/contract/donations.constants';
import { type Holder, maySee, type Need, needs } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import type { Ctx } from '../../../context.ts';
import { int, readRows, text, textOrNull } from '../../../sql.ts';
import { likeAnySql, listNasals, listSpellings } from '../../platform/content/search.ts';
import { fullNameSql } from '../../school/registrations/registration.entity.ts';

/** Shorter texts match almost everything. */
const MIN_LENGTH = 2;

const procedure = makeProcedure(needs.own);

export const finderAdmin = router({
  find: procedure
    .input(z.object({ q: searchText.min(MIN_LENGTH) }))
    .query(({ ctx, input }) => findItems(ctx, input.q)),
});

const MAX_SHOWN = 5;

const foundItemColumns = {
  type: z.enum(entityTypes),
  id: int,
  title: text,
  detail: textOrNull,
};

interface Kind {
  type: EntityType;
  need: Need;
  table: string;
  title: string;
  detail?: string;
  /** SQL of the folded text to search. */
  searched: string;
  where?: string;
  hasPhones?: boolean;
  idOf?: (q: string) => number | undefined;
}

/** Medical information is neither searched nor shown. */
const peopleKinds: readonly Kind[] = [
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

async function findItems({ em, content, actor }: Pick<Ctx, 'em' | 'content'> & { actor: Holder }, q: string) {
  const named = content.map(
    ({ type, need, table, titleSql }): Kind => ({
      type,
      need,
      table,
      title: titleSql,
      searched: `fold(${titleSql})`,
      where: 'deleted_at is null',
    }),
  );
  const kinds = [...peopleKinds, ...named].filter(({ need }) => maySee(actor, need));
  if (kinds.length === 0) return [];
  const parts = kinds.map((kind) => searchPart(kind, q));
  return readRows(em, foundItemColumns)(
    parts.map(({ sql }) => sql).join(' union all '),
    parts.flatMap(({ values }) => values),
  );
}

function searchPart(kind: Kind, q: string) {
  const { type, table, title, detail = 'null', searched, where = 'true', hasPhones, idOf } = kind;
  const foundSql = (condition: string) =>
    `(select '${type}' as type, id, ${title} as title, ${detail} as detail from ${table}
      where ${where} and (${condition}) order by id desc limit ${MAX_SHOWN})`;
  const id = idOf?.(q);
  if (id !== undefined) return { sql: foundSql('id = ?'), values: [`${id}`] };
  const { sql, values } = likeAnySql(searched, (hasPhones ? listSpellings(q) : [q]).flatMap(listNasals));
  return { sql: foundSql(sql), values };
}
