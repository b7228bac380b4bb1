import { type EntitySchema, type FilterQuery, raw } from '@mikro-orm/core';
import type { Ctx } from '../../../context.ts';
import { isSameSecret } from '../../../crypto/equal-secrets.ts';
import { deriveSecret } from '../../../crypto/signed-token.ts';
import { findRows, toOrderByColumn } from '../../../database/page.ts';
import { invalidInputError } from '../../../errors.ts';

type SigningCtx = Pick<Ctx, 'config'>;
type RecordList = 'registrations' | 'donations';

/** 16 characters of base64url are 96 bits. */
const SIGNATURE_LENGTH = 16;

const newestFirstSort = '-createdAt';

interface RecordsSource<Row> {
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

/** Returns one page of rows and an exact count of all. The next cursor exists only in the order newest first. */
export async function findRecords<Row extends { id: number; createdAt: Date }>(
  ctx: Pick<Ctx, 'em' | 'config'>,
  list: RecordList,
  { entity, where, orderOf = toOrderByColumn, shown }: RecordsSource<Row>,
  { limit, offset = 0, sort = newestFirstSort, cursor }: RecordsQuery,
): Promise<{ rows: Row[]; total: number; nextCursor: string | null }> {
  const cursorFilter = cursor === undefined ? {} : whereAfterCursor(ctx, list, cursor);
  const findOptions = {
    ...shown,
    orderBy: orderOf(sort),
    offset,
    limit: limit + 1,
    disableIdentityMap: true,
  };
  const rowsWithNext = await findRows(ctx.em, entity, { $and: [where, cursorFilter] }, findOptions);
  const rowsOfPage = rowsWithNext.slice(0, limit);
  const lastRow = rowsOfPage.at(-1);
  const isLastPage = rowsWithNext.length <= limit || sort !== newestFirstSort;
  return {
    rows: rowsOfPage,
    total: await ctx.em.count(entity, where),
    nextCursor: lastRow && !isLastPage ? makeCursor(ctx, list, lastRow) : null,
  };
}

/** The cursor is signed, so that the server can refuse an altered one. */
function makeCursor(
  ctx: SigningCtx,
  list: RecordList,
  { createdAt, id }: { createdAt: Date; id: number },
): string {
  const cursorPlace = Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
  return cursorPlace + signCursor(ctx, list, cursorPlace);
}

function whereAfterCursor(ctx: SigningCtx, list: RecordList, cursor: string) {
  const place = cursor.slice(0, -SIGNATURE_LENGTH);
  const isSignatureRight = isSameSecret(cursor.slice(-SIGNATURE_LENGTH), signCursor(ctx, list, place));
  if (!isSignatureRight)
    throw invalidInputError([{ path: 'cursor', message: 'This cursor is not complete' }]);
  const [ms, id] = Buffer.from(place, 'base64url').toString().split('.');
  const cursorValues = [new Date(Number(ms)).toISOString(), Number(id)];
  return {
    [raw((alias) => `(${alias}.created_at, ${alias}.id) < (?::timestamptz, ?::bigint)`, cursorValues)]: [],
  };
}

const signCursor = ({ config }: SigningCtx, list: RecordList, place: string) =>
  deriveSecret(config, 'cursor', `${list} ${place}`).slice(0, SIGNATURE_LENGTH);
