import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import type { Ctx, TxCtx } from '../../context.ts';
import type { RegistrationRow } from './registration.entity.ts';
import { RegistrationChangeEntity } from './registration-change.entity.ts';

type Stage = Pick<RegistrationRow, 'status' | 'note'>;

/** Adds a step to the history when status or note changed. Call it in the transaction of the change. */
export async function recordStep(
  { em, actor, now }: Pick<TxCtx, 'em' | 'actor' | 'now'>,
  before: Stage,
  row: Stage & { id: number },
): Promise<void> {
  if (row.status === before.status && (row.note ?? null) === (before.note ?? null)) return;
  await em.insert(RegistrationChangeEntity, {
    registration: row.id,
    account: actor?.id ?? null,
    userEmail: actor?.email ?? null,
    fromStatus: before.status,
    toStatus: row.status,
    note: row.note ?? null,
    createdAt: now(),
  });
}

export interface Step {
  id: number;
  at: string;
  /** Email address of the account; null when no account did it. */
  by: string | null;
  from: RegistrationStatus;
  to: RegistrationStatus;
  note: string | null;
}

/** The history of a registration, newest step first. */
export async function historyOf({ em }: Pick<Ctx, 'em'>, id: number): Promise<Step[]> {
  const rows = await em.find(
    RegistrationChangeEntity,
    { registration: id },
    { orderBy: { id: 'desc' }, disableIdentityMap: true },
  );
  return rows.map((row) => ({
    id: row.id,
    at: row.createdAt.toISOString(),
    by: row.userEmail ?? null,
    from: row.fromStatus,
    to: row.toStatus,
    note: row.note ?? null,
  }));
}
