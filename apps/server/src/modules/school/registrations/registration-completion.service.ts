import {
  findStatusRefusal,
  isAgeAsked,
  isTooEarly,
  type LeftReason,
  registrationStatuses,
  statusRefusals,
  undoMinutes,
} from '@institute/contract/registrations.constants';
import { formatDate, toLocalDay } from '@institute/contract/time';
import * as z from 'zod';
import { requireAccount } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { int, listIds, type Row, readRows, text } from '../../../sql.ts';
import { INTAKES_TABLE } from '../intakes/intake.entity.ts';

const stepColumns = {
  id: int,
  from: z.enum(registrationStatuses),
  to: z.enum(registrationStatuses),
};
export type Step = Row<typeof stepColumns>;

const undoableColumns = { ...stepColumns, charges: z.array(int).nullable() };

/** Numbers by registration. */
export async function findValidCertificates({ em }: Pick<Ctx, 'em'>, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await readRows(em, { id: int, number: text })(
    `select registration_id as id, number from certificates
     where state = 'valid' and registration_id = any(?::int[])`,
    [`{${ids}}`],
  );
  return new Map(rows.map(({ id, number }) => [id, number]));
}

const isUncompleted = ({ from, to }: Step): boolean => from === 'completed' && to !== from;

/** Lock the registrations before: the database shows a certificate that was issued meanwhile only afterwards. */
const findCertificatesToReview = (tx: TxCtx, steps: readonly Step[]) =>
  findValidCertificates(tx, listIds(steps.filter(isUncompleted)));

export async function refuseStatuses(tx: TxCtx, steps: readonly Step[]): Promise<void> {
  const certificates = await findCertificatesToReview(tx, steps);
  for (const { id, from, to } of steps) {
    const refusal = findStatusRefusal(from, to);
    if (refusal) throw new AppError('CONFLICT', statusRefusals[refusal]);
    const number = certificates.get(id);
    if (number) throw new AppError('CONFLICT', `Withdraw certificate ${number} first`);
  }
}

/**
 * Takes back only the last change of this account, and no status that it chooses. Returns the steps with the
 * charges that the change noted.
 */
export async function findUndoable(tx: TxCtx, steps: readonly Step[]) {
  const undoable = await readRows(tx.em, undoableColumns)(
    `select registration_id as id, from_status as "from", to_status as "to", charges from (
       select distinct on (registration_id) * from registration_changes
       where registration_id = any(?::int[]) and from_status <> to_status order by registration_id, id desc
     ) last where account_id = ? and created_at > ?`,
    [`{${listIds(steps)}}`, requireAccount(tx).id, new Date(tx.now().getTime() - undoMinutes * 60_000)],
  );
  const byId = new Map(undoable.map((step) => [step.id, step]));
  const found = steps.map(({ id, from, to }) => {
    const last = byId.get(id);
    if (last?.from === to && last.to === from) return { id, to, charges: last.charges };
    throw new AppError(
      'CONFLICT',
      `Only your own last change of the last ${undoMinutes} minutes can be undone. Choose the status instead.`,
    );
  });
  await refuseStatuses(tx, steps);
  return found;
}

/** Nobody completes an intake that has not begun, unless the office says so. */
export async function refuseTooEarly(
  tx: TxCtx,
  { from, to }: Omit<Step, 'id'>,
  intake: number | undefined,
): Promise<void> {
  if (from === to || intake === undefined || !isTooEarly({ to, isBeforeIntake: true })) return;
  const [later] = await readRows(tx.em, { startsOn: text })(
    `select starts_on::text as "startsOn" from ${INTAKES_TABLE} where id = ? and starts_on > ?`,
    [intake, toLocalDay(tx.now())],
  );
  if (!later) return;
  const message = `This intake has not begun: it starts on ${formatDate(later.startsOn)}`;
  throw new AppError('CONFLICT', message, { details: [{ path: 'anyway', message }] });
}

/** Answers of the office that apply to all chosen registrations. */
export interface Answers {
  reversesCharges?: boolean | undefined;
  /** The applicants are of age, or a guardian agreed. */
  agesConfirmed?: boolean | undefined;
  /** People who have completed, although their intake has not begun. */
  anyway?: boolean | undefined;
}

/** Splits a bulk action into what it changes and why it leaves others. */
export async function splitSteps<S extends Step & { isAgeUnknown: boolean; isBeforeIntake: boolean }>(
  tx: TxCtx,
  steps: readonly S[],
  { agesConfirmed, anyway }: Answers,
): Promise<{ changes: S[]; left: { step: S; reason: LeftReason }[] }> {
  const certificates = await findCertificatesToReview(tx, steps);
  const findReasonToLeave = (step: S): LeftReason | null => {
    if (!agesConfirmed && isAgeAsked(step)) return 'ageUnknown';
    const refusal = findStatusRefusal(step.from, step.to);
    if (!anyway && !refusal && isTooEarly(step)) return 'notBegun';
    return refusal ?? (certificates.has(step.id) ? 'certified' : null);
  };
  const sorted = steps.map((step) => ({ step, reason: findReasonToLeave(step) }));
  return {
    changes: sorted.flatMap(({ step, reason }) => (reason ? [] : [step])),
    left: sorted.flatMap(({ step, reason }) => (reason ? [{ step, reason }] : [])),
  };
}
