import type { EntityType } from '@institute/contract';
import type { TxCtx } from '../../context.ts';
import { forgetOrigins } from '../activity/activity.service.ts';
import { forgetKeys } from '../idempotency/idempotency-key.service.ts';
import { type ErasedSubjects, eraseOutgoingAbout } from '../outbox/outbox-erasure.service.ts';

export async function idsBefore(
  { em }: TxCtx,
  table: 'registrations' | 'messages',
  before: Date,
  limit: number,
): Promise<number[]> {
  const rows = await em.execute<{ id: number }[]>(
    `select id from ${table} where created_at < ? order by id limit ?`,
    [before, limit],
  );
  return rows.map(({ id }) => id);
}

interface ErasedRows {
  ids: readonly number[];
  entityType: EntityType;
  /** Scope of the form's idempotency keys. */
  scope: string;
  emails: ErasedSubjects;
}

export async function eraseTraces(tx: TxCtx, { ids, entityType, scope, emails }: ErasedRows): Promise<void> {
  await eraseOutgoingAbout(tx, emails);
  await forgetKeys(tx, scope, ids);
  await forgetOrigins(tx, entityType, ids);
}
