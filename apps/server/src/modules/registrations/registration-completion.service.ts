import {
  hasSeat,
  type LeftReason,
  type RegistrationStatus,
  statusRefusal,
  statusRefusals,
} from '@institute/contract/registrations.constants';
import type { Ctx, TxCtx } from '../../context.ts';
import { AppError } from '../../errors.ts';

interface Step {
  id: number;
  from: RegistrationStatus;
  to: RegistrationStatus;
}

/** Numbers by registration. */
export async function validCertificates(
  { em }: Pick<Ctx, 'em'>,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await em.execute<{ id: number; number: string }[]>(
    `select registration_id as id, number from certificates
     where state = 'valid' and registration_id = any(?::int[])`,
    [`{${ids}}`],
  );
  return new Map(rows.map(({ id, number }) => [id, number]));
}

const isTakenBack = ({ from, to }: Step): boolean => from === 'completed' && to !== from;

/** Lock the registrations before: the database shows a certificate that was issued meanwhile only afterwards. */
const certificatesTakenBack = (tx: TxCtx, steps: readonly Step[]) =>
  validCertificates(
    tx,
    steps.filter(isTakenBack).map(({ id }) => id),
  );

export async function refuseStatuses(tx: TxCtx, steps: readonly Step[]): Promise<void> {
  const certificates = await certificatesTakenBack(tx, steps);
  for (const { id, from, to } of steps) {
    const refusal = statusRefusal(from, to);
    if (refusal) throw new AppError('CONFLICT', statusRefusals[refusal]);
    const number = certificates.get(id);
    if (number) throw new AppError('CONFLICT', `Withdraw certificate ${number} first`);
  }
}

const UNDO_WITHIN_MS = 5 * 60 * 1000;

/** An Undo takes back only the last change of each, and only one that its account made just now. */
export async function refuseOthersUndo(tx: TxCtx, steps: readonly Step[]): Promise<void> {
  const ids = steps.map(({ id }) => id);
  const last = await tx.em.execute<{ id: number; from: RegistrationStatus }[]>(
    `select * from (
       select distinct on (registration_id) registration_id as id, from_status as from, user_email, created_at
       from registration_changes where registration_id = any(?::int[]) and from_status <> to_status
       order by registration_id, registration_changes.id desc) as last
     where user_email = ? and created_at > ?`,
    [`{${ids}}`, tx.actor?.email ?? null, new Date(tx.now().getTime() - UNDO_WITHIN_MS)],
  );
  const before = new Map(last.map(({ id, from }) => [id, from]));
  if (steps.every(({ id, to }) => before.get(id) === to)) return;
  throw new AppError('CONFLICT', 'Only your own change of the last minutes can be undone');
}

/** Splits a bulk action into what it changes and why it leaves others. */
export async function splitSteps<S extends Step & { isAgeUnknown: boolean }>(
  tx: TxCtx,
  steps: readonly S[],
): Promise<{ changes: S[]; left: LeftReason[] }> {
  const certificates = await certificatesTakenBack(tx, steps);
  const reasonToLeave = ({ id, from, to, isAgeUnknown }: S): LeftReason | null => {
    if (to === 'accepted' && isAgeUnknown && !hasSeat(from)) return 'ageUnknown';
    return statusRefusal(from, to) ?? (certificates.has(id) ? 'certified' : null);
  };
  const sorted = steps.map((step) => ({ step, reason: reasonToLeave(step) }));
  return {
    changes: sorted.flatMap(({ step, reason }) => (reason ? [] : [step])),
    left: sorted.flatMap(({ reason }) => reason ?? []),
  };
}
