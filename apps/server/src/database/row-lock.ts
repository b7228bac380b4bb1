import { type EntityName, type FilterQuery, LockMode } from '@mikro-orm/core';
import { notFoundError } from '../errors.ts';
import type { Tx } from '../transaction.ts';
import { checkMatch } from './item-tag.ts';

interface Refusals<Row> {
  missing: string;
  ifMatch?: string | undefined;
  tag?(row: Row): string;
}

export const findForUpdate = <Row extends object>(
  { em }: Tx,
  entity: EntityName<Row>,
  where: FilterQuery<NoInfer<Row>>,
): Promise<Row | null> => em.findOne(entity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });

/** Throws a 404 without a row, and a 412 when `ifMatch` names another version. */
export async function lockOrNotFound<Row extends object>(
  tx: Tx,
  entity: EntityName<Row>,
  where: FilterQuery<NoInfer<Row>>,
  { missing, ifMatch, tag }: Refusals<NoInfer<Row>>,
): Promise<Row> {
  const row = await findForUpdate(tx, entity, where);
  if (!row) throw notFoundError(missing);
  if (tag) checkMatch(ifMatch, tag(row));
  return row;
}
