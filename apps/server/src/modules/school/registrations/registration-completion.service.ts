import {
  findStatusRefusal,
  isAgeAsked,
  isCompletedTooEarly,
  type LeftUnchangedReason,
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
export type StatusStep = Row<typeof stepColumns>;

const undoableColumns = { ...stepColumns, charges: z.array(int).nullable() };

/** Finds the numbers of valid certificates by id of the registration. */
export async function findValidCertificateNumbers({ em }: Pick<Ctx, 'em'>, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await readRows(em, { id: int, number: text })(
    `select registration_id as id, number from certificates
     where state = 'valid' and registration_id = any(?::int[])`,
    [`{${ids}}`],
  );
  return new Map(rows.map(({ id, number }) => [id, number]));
}

const doesStepUndoCompletion = ({ from, to }: StatusStep): boolean => from === 'completed' && to !== from;

/** Lock the registrations first: otherwise a certificate that is being issued would be missed. */
const findCertificatesToReview = (tx: TxCtx, steps: readonly StatusStep[]) =>
  findValidCertificateNumbers(tx, listIds(steps.filter(doesStepUndoCompletion)));

export async function refuseForbiddenStatusSteps(tx: TxCtx, steps: readonly StatusStep[]): Promise<void> {
  const certificatesToReview = await findCertificatesToReview(tx, steps);
  for (const { id, from, to } of steps) {
    const statusRefusal = findStatusRefusal(from, to);
    if (statusRefusal) throw new AppError('CONFLICT', statusRefusals[statusRefusal]);
    const certificateNumber = certificatesToReview.get(id);
    if (certificateNumber) throw new AppError('CONFLICT', `Withdraw certificate ${certificateNumber} first`);
  }
}

/**
 * Finds the steps that may be undone: the last change of status of each registration, if this account made it a
 * few minutes ago. Returns the steps with the charges that the changes noted.
 */
export async function findUndoableSteps(tx: TxCtx, steps: readonly StatusStep[]) {
  const undoableSteps = await readRows(tx.em, undoableColumns)(
    `select registration_id as id, from_status as "from", to_status as "to", charges from (
       select distinct on (registration_id) * from registration_changes
       where registration_id = any(?::int[]) and from_status <> to_status order by registration_id, id desc
     ) last where account_id = ? and created_at > ?`,
    [`{${listIds(steps)}}`, requireAccount(tx).id, new Date(tx.now().getTime() - undoMinutes * 60_000)],
  );
  const lastStepsById = new Map(undoableSteps.map((step) => [step.id, step]));
  const undoneSteps = steps.map(({ id, from, to }) => {
    const lastStep = lastStepsById.get(id);
    if (lastStep?.from === to && lastStep.to === from) return { id, to, charges: lastStep.charges };
    throw new AppError(
      'CONFLICT',
      `Only your own last change of the last ${undoMinutes} minutes can be undone. Choose the status instead.`,
    );
  });
  await refuseForbiddenStatusSteps(tx, steps);
  return undoneSteps;
}

/** Refuses the completion of an intake that has not begun. The office may insist with `anyway`. */
export async function refuseEarlyCompletion(
  tx: TxCtx,
  { from, to }: Omit<StatusStep, 'id'>,
  intake: number | undefined,
): Promise<void> {
  if (from === to || intake === undefined || !isCompletedTooEarly({ to, isBeforeIntake: true })) return;
  const [futureIntake] = await readRows(tx.em, { startsOn: text })(
    `select starts_on::text as "startsOn" from ${INTAKES_TABLE} where id = ? and starts_on > ?`,
    [intake, toLocalDay(tx.now())],
  );
  if (!futureIntake) return;
  const message = `This intake has not begun: it starts on ${formatDate(futureIntake.startsOn)}`;
  throw new AppError('CONFLICT', message, { details: [{ path: 'anyway', message }] });
}

/** Answers of the office that apply to all chosen registrations. */
export interface OfficeAnswers {
  reversesCharges?: boolean | undefined;
  /** True when the office has confirmed that applicants of unknown age are adults or have a guardian's consent. */
  agesConfirmed?: boolean | undefined;
  /** True when the office insists on completions of intakes that have not begun. */
  anyway?: boolean | undefined;
}

/** Splits a bulk action into rows that it changes, and rows that it leaves out with the reason. */
export async function splitSteps<S extends StatusStep & { isAgeUnknown: boolean; isBeforeIntake: boolean }>(
  tx: TxCtx,
  steps: readonly S[],
  { agesConfirmed, anyway }: OfficeAnswers,
): Promise<{ changes: S[]; left: { step: S; reason: LeftUnchangedReason }[] }> {
  const certificates = await findCertificatesToReview(tx, steps);
  const findReasonToLeaveOut = (step: S): LeftUnchangedReason | null => {
    if (!agesConfirmed && isAgeAsked(step)) return 'ageUnknown';
    const refusal = findStatusRefusal(step.from, step.to);
    if (!anyway && !refusal && isCompletedTooEarly(step)) return 'notBegun';
    return refusal ?? (certificates.has(step.id) ? 'certified' : null);
  };
  const stepsWithReason = steps.map((step) => ({ step, reason: findReasonToLeaveOut(step) }));
  return {
    changes: stepsWithReason.flatMap(({ step, reason }) => (reason ? [] : [step])),
    left: stepsWithReason.flatMap(({ step, reason }) => (reason ? [{ step, reason }] : [])),
  };
}
