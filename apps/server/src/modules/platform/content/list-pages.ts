import { type EntitySchema, type FilterQuery, raw } from '@mikro-orm/core';
import type { Ctx } from '../../../context.ts';
import { isSameSecret } from '../../../crypto/equal-secrets.ts';
import { deriveSecret } from '../../../crypto/signed-token.ts';
import { findRows, toOrder } from '../../../database/page.ts';
import { invalidInputError } from '../../../errors.ts';

type Signing = Pick<Ctx, 'config'>;
type List = 'registrations' | 'donations';

/** 96 bits. */
const SIGNATURE_LENGTH = 16;

const newestFirst = '-createdAt';

interface Records<Row> {
  entity: EntitySchema<Row>;
  where: FilterQuery<Row>;
  orderOf?(sort: string): object;
  shown?: { populate: readonly string[]; exclude: readonly string[] };
}

export interface RecordsQuery {
  limit: number;
  offset?: number | undefined;
  sort?: string | undefined;
  cursor?: string | undefined;
}

/** Counts all rows exactly. There is a next cursor only when the list is sorted newest first. */
export async function findRecords<Row extends { id: number; createdAt: Date }>(
  ctx: Pick<Ctx, 'em' | 'config'>,
  list: List,
  { entity, where, orderOf = toOrder, shown }: Records<Row>,
  { limit, offset = 0, sort = newestFirst, cursor }: RecordsQuery,
): Promise<{ rows: Row[]; total: number; nextCursor: string | null }> {
  const place = cursor === undefined ? {} : whereAfterCursor(ctx, list, cursor);
  const page = { ...shown, orderBy: orderOf(sort), offset, limit: limit + 1, disableIdentityMap: true };
  const found = await findRows(ctx.em, entity, { $and: [where, place] }, page);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const isLast = found.length <= limit || sort !== newestFirst;
  return {
    rows,
    total: await ctx.em.count(entity, where),
    nextCursor: last && !isLast ? makeCursor(ctx, list, last) : null,
  };
}

/** The signature lets the server refuse an altered cursor. */
function makeCursor(ctx: Signing, list: List, { createdAt, id }: { createdAt: Date; id: number }): string {
  const place = Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
  return place + signCursor(ctx, list, place);
}

function whereAfterCursor(ctx: Signing, list: List, cursor: string) {
  const place = cursor.slice(0, -SIGNATURE_LENGTH);
  const isOurs = isSameSecret(cursor.slice(-SIGNATURE_LENGTH), signCursor(ctx, list, place));
  if (!isOurs) throw invalidInputError([{ path: 'cursor', message: 'This cursor is not complete' }]);
  const [ms, id] = Buffer.from(place, 'base64url').toString().split('.');
  const values = [new Date(Number(ms)).toISOString(), Number(id)];
  return {
    [raw((alias) => `(${alias}.created_at, ${alias}.id) < (?::timestamptz, ?::bigint)`, values)]: [],
  };
}

const signCursor = ({ config }: Signing, list: List, place: string) =>
  deriveSecret(config, 'cursor', `${list} ${place}`).slice(0, SIGNATURE_LENGTH);
