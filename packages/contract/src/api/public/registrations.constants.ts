import { formatNumber } from '../../words/money.ts';

export const registrationStatuses = [
  'new',
  'reviewing',
  'waiting',
  'accepted',
  'completed',
  'rejected',
  'withdrawn',
] as const;

export type RegistrationStatus = (typeof registrationStatuses)[number];

/** Statuses of people who still wait or study: the others were rejected, have withdrawn or have completed. */
export const openStatuses = [
  'new',
  'reviewing',
  'waiting',
  'accepted',
] as const satisfies RegistrationStatus[];

export const statusWords = {
  new: 'received',
  reviewing: 'reviewing',
  waiting: 'waiting list',
  accepted: 'accepted',
  completed: 'completed',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
} as const satisfies Record<(typeof registrationStatuses)[number], string>;

export const statusRefusals = {
  notAccepted: 'Only an accepted registration can be completed',
  completed: 'A completed registration can only become accepted again',
} as const;

/** Finds why a registration cannot change from one status to another. Null when it can. */
export function findStatusRefusal(from: RegistrationStatus, to: RegistrationStatus) {
  if (from === to) return null;
  if (to === 'completed' && from !== 'accepted') return 'notAccepted';
  return from === 'completed' && to !== 'accepted' ? 'completed' : null;
}

/** True for a status in which the applicant has a seat of the intake. */
export const isSeatTaken = (status: RegistrationStatus): boolean =>
  status === 'accepted' || status === 'completed';

/** True when the office must confirm the step: the applicant may be a minor, who needs a guardian's consent. */
export const isAgeAsked = (step: {
  from: RegistrationStatus;
  to: RegistrationStatus;
  isAgeUnknown: boolean;
}): boolean => step.to === 'accepted' && step.isAgeUnknown && !isSeatTaken(step.from);

/** True when the office must confirm the step: normally nobody completes an intake that has not begun. */
export const isCompletedTooEarly = ({
  to,
  isBeforeIntake,
}: {
  to: RegistrationStatus;
  isBeforeIntake: boolean;
}) => to === 'completed' && isBeforeIntake;

/** Why a bulk change of status has left a registration as it was. */
export type LeftUnchangedReason = 'ageUnknown' | 'notBegun' | 'certified' | keyof typeof statusRefusals;

export const formatWaitingListPlace = (place: number): string =>
  `You are number ${place} on the waiting list.`;

export const registrationColumns = [
  'name',
  'reference',
  'email',
  'phone',
  'program',
  'startDate',
  'status',
  'createdAt',
] as const;
export type RegistrationColumn = (typeof registrationColumns)[number];

/** Finds the fault that `from` is after `to`. Undefined when it is not. */
export const findDayRangeFault = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from && to && from > to ? `From (${from}) is after To (${to})` : undefined;

export const registrationLimits = {
  note: 2000,
  reason: 500,
  chosen: 2000,
} as const;

export const tooManyChosenMessage = `At most ${formatNumber(registrationLimits.chosen)} at once: narrow the list first`;

/** Messages about a status that the office has changed wait this long, so that Undo can stop them. */
export const undoSeconds = 10;

/** After this time the office cannot undo a change of status, but must change the status again. */
export const undoMinutes = 5;

/** Choices for charges that are already due and above the price of the new course. */
export const feeDifferenceChoices = ['keep', 'reverse'] as const;
export type CourseDifference = (typeof feeDifferenceChoices)[number];

export const consentText = 'I agree to the terms and consent to data usage';

export const consentMissingFault = {
  title: 'Please provide consent to continue',
  text: 'You must agree to the terms and consent to data usage',
} as const;

export const registrationNotFoundMessage = 'Registration not found';
