import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import type { TxCtx } from '../../context.ts';
import { type QueuedEmail, takeBackStatusEmails } from '../emails/email.service.ts';
import { placesInQueue } from './registration-intake.service.ts';

export interface StatusChange {
  id: number;
  reference: string;
  firstName: string;
  email: string;
  from: RegistrationStatus;
  to: RegistrationStatus;
}

interface Options {
  sendAt?: Date;
  /** Who is put back on the waiting list has the former place. */
  keepsPlace?: boolean;
}

/**
 * The emails that tell applicants of their new status, one for each, which names all of the applicant's changed
 * registrations. They replace unsent emails about an earlier status, which would arrive last when their first try has
 * failed. Nobody is told again of the status that was told last.
 */
export async function statusEmails(
  tx: TxCtx,
  changes: readonly StatusChange[],
  { sendAt = tx.now(), keepsPlace = false }: Options = {},
): Promise<QueuedEmail[]> {
  const takenBack = await takeBackStatusEmails(
    tx,
    changes.map(({ reference }) => reference),
  );
  const untold = changes
    .map((change) => ({ told: change.from, busyUntil: null, ...change, ...takenBack.get(change.reference) }))
    .filter(({ told, to }) => told !== to || (to === 'waiting' && !keepsPlace));
  const waiting = untold.filter(({ to }) => to === 'waiting').map(({ id }) => id);
  const places = waiting.length > 0 ? await placesInQueue(tx, waiting) : new Map<number, number>();
  const stateOf = ({ id, firstName, reference, to: status, told }: (typeof untold)[number]) => {
    const place = places.get(id);
    return { firstName, reference, status, told, ...(place && { place }) };
  };
  const byApplicant = Map.groupBy(untold, ({ email }) => email.toLowerCase());
  return [...byApplicant.values()].flatMap((all): QueuedEmail[] => {
    const [first, ...others] = all;
    if (!first) return [];
    const data = { ...stateOf(first), ...(others.length > 0 && { more: others.map(stateOf) }) };
    // after those that may be under way, or this one could arrive first
    const nextTryAt = new Date(
      Math.max(sendAt.getTime(), ...all.map(({ busyUntil }) => busyUntil?.getTime() ?? 0)),
    );
    return [{ kind: 'registration-status', recipient: first.email, data, nextTryAt }];
  });
}
