import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import type { Ctx, TxCtx } from '../../context.ts';
import { inBatches } from '../../database/in-batches.ts';
import type { RegistrationRow } from './registration.entity.ts';
import { type Step, stepView } from './registration.view.ts';
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

/** SQL: when a row of `registrations` last entered a status, or null. A step that changes only the note does not count. */
export const enteredAt = (status: 'waiting' | 'rejected'): string =>
  `(select max(created_at) from registration_changes
    where registration_id = registrations.id and to_status = '${status}' and from_status <> to_status)`;

interface StatusStep {
  id: number;
  note: string | null;
  from: RegistrationStatus;
  to: RegistrationStatus;
}

/** Adds a step to the history of each registration whose status a bulk action has changed. */
export async function recordSteps(
  { em, actor, now }: Pick<TxCtx, 'em' | 'actor' | 'now'>,
  steps: readonly StatusStep[],
): Promise<void> {
  const given = { account: actor?.id ?? null, userEmail: actor?.email ?? null, createdAt: now() };
  for (const batch of inBatches(steps)) {
    const rows = batch.map(({ id, note, from, to }) => ({
      ...{ registration: id, fromStatus: from, toStatus: to, note },
      ...given,
    }));
    await em.insertMany(RegistrationChangeEntity, rows);
  }
}

/** The history of a registration, newest step first. */
export async function historyOf({ em }: Pick<Ctx, 'em'>, id: number): Promise<Step[]> {
  const rows = await em.find(
    RegistrationChangeEntity,
    { registration: id },
    { orderBy: { id: 'desc' }, disableIdentityMap: true },
  );
  return rows.map(stepView);
}
