import { type EntityName, type FilterQuery, LockMode } from '@mikro-orm/core';
import { notFound } from '../errors.ts';
import { checkMatch } from '../etag.ts';
import type { Tx } from '../transaction.ts';

interface Refusals<Row> {
  /** The message of the 404. */
  missing: string;
  /** The `If-Match` of the caller, where the row has a tag. */
  ifMatch?: string | undefined;
  tag?(row: Row): string;
}

/** The row that matches, locked until the transaction ends, or null. */
export const findForUpdate = <Row extends object>(
  { em }: Tx,
  entity: EntityName<Row>,
  where: FilterQuery<NoInfer<Row>>,
): Promise<Row | null> => em.findOne(entity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });

/** The same, or a 404; a 412 for a caller who last saw another version. */
export async function lockOrNotFound<Row extends object>(
  tx: Tx,
  entity: EntityName<Row>,
  where: FilterQuery<NoInfer<Row>>,
  { missing, ifMatch, tag }: Refusals<NoInfer<Row>>,
): Promise<Row> {
  const row = await findForUpdate(tx, entity, where);
  if (!row) throw notFound(missing);
  if (tag) checkMatch(ifMatch, tag(row));
  return row;
}
