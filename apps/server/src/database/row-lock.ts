import { type EntityName, type FilterQuery, LockMode } from '@mikro-orm/core';
import { notFoundError } from '../errors.ts';
import type { Tx } from '../transaction.ts';
import { checkIfMatchTag } from './item-tag.ts';

interface RowRefusals<Row> {
  missing: string;
  ifMatch?: string | undefined;
  tag?(row: Row): string;
}

export const findForUpdate = <Row extends object>(
  { em }: Tx,
  entity: EntityName<Row>,
  where: FilterQuery<NoInfer<Row>>,
): Promise<Row | null> => em.findOne(entity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });

/** Locks a row. Throws a 404 when there is no row, and a 412 when `ifMatch` names another version. */
export async function lockRowOrNotFound<Row extends object>(
  tx: Tx,
  entity: EntityName<Row>,
  where: FilterQuery<NoInfer<Row>>,
  { missing, ifMatch, tag }: RowRefusals<NoInfer<Row>>,
): Promise<Row> {
  const lockedRow = await findForUpdate(tx, entity, where);
  if (!lockedRow) throw notFoundError(missing);
  if (tag) checkIfMatchTag(ifMatch, tag(lockedRow));
  return lockedRow;
}
