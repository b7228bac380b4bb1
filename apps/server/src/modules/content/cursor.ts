import { timingSafeEqual } from 'node:crypto';
import { raw } from '@mikro-orm/core';
import type { Ctx } from '../../context.ts';
import { derivedSecret } from '../../crypto/signed-token.ts';
import { invalid } from '../../errors.ts';

type Signing = Pick<Ctx, 'config'>;
type List = 'registrations' | 'donations';

/** 96 bits. */
const SIGNATURE_LENGTH = 16;

/** The cursor of a row in a list that is sorted newest first. It is signed, so that an altered one is refused. */
export function cursorAt(
  ctx: Signing,
  list: List,
  { createdAt, id }: { createdAt: Date; id: number },
): string {
  const place = Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
  return place + signatureOf(ctx, list, place);
}

/** Condition for the rows after a cursor of this list. */
export function after(ctx: Signing, list: List, cursor: string) {
  const place = cursor.slice(0, -SIGNATURE_LENGTH);
  const [expected, given] = [signatureOf(ctx, list, place), cursor.slice(-SIGNATURE_LENGTH)];
  const isOurs =
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
  if (!isOurs) throw invalid([{ path: 'cursor', message: 'This cursor is not complete' }]);
  const [ms, id] = Buffer.from(place, 'base64url').toString().split('.');
  const values = [new Date(Number(ms)).toISOString(), Number(id)];
  return {
    [raw((alias) => `(${alias}.created_at, ${alias}.id) < (?::timestamptz, ?::bigint)`, values)]: [],
  };
}

const signatureOf = ({ config }: Signing, list: List, place: string) =>
  derivedSecret(config, 'cursor', `${list} ${place}`).slice(0, SIGNATURE_LENGTH);
