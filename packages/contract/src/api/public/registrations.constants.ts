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

/** Why a registration cannot go from one status to another. Null when it can. */
export function findStatusRefusal(from: RegistrationStatus, to: RegistrationStatus) {
  if (from === to) return null;
  if (to === 'completed' && from !== 'accepted') return 'notAccepted';
  return from === 'completed' && to !== 'accepted' ? 'completed' : null;
}

/** Whether an applicant has a seat of the intake. */
export const hasSeat = (status: RegistrationStatus): boolean =>
  status === 'accepted' || status === 'completed';

/** Whether the office is asked before: a minor needs a guardian's consent. */
export const isAgeAsked = (step: {
  from: RegistrationStatus;
  to: RegistrationStatus;
  isAgeUnknown: boolean;
}): boolean => step.to === 'accepted' && step.isAgeUnknown && !hasSeat(step.from);

/** Whether the office is asked before: nobody completes an intake that has not begun, unless it says so. */
export const isTooEarly = ({ to, isBeforeIntake }: { to: RegistrationStatus; isBeforeIntake: boolean }) =>
  to === 'completed' && isBeforeIntake;

/** Why a bulk change of status leaves a registration as it is. */
export type LeftReason = 'ageUnknown' | 'notBegun' | 'certified' | keyof typeof statusRefusals;

export const queueText = (place: number): string => `You are number ${place} on the waiting list.`;

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

/** The fault to show when `from` is after `to`. */
export const findDayRangeFault = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from && to && from > to ? `From (${from}) is after To (${to})` : undefined;

export const registrationLimits = {
  note: 2000,
  reason: 500,
  chosen: 2000,
} as const;

export const tooManyChosenMessage = `At most ${formatNumber(registrationLimits.chosen)} at once: narrow the list first`;

/** Messages about a status that the office changes wait this long, so that Undo can stop them. */
export const undoSeconds = 10;

/** Later a change of status is not undone, but made again. */
export const undoMinutes = 5;

/** Choices for charges that are already due and exceed the price of the new course. */
export const courseDifferences = ['keep', 'reverse'] as const;
export type CourseDifference = (typeof courseDifferences)[number];

export const consentText = 'I agree to the terms and consent to data usage';

export const consentMissing = {
  title: 'Please provide consent to continue',
  text: 'You must agree to the terms and consent to data usage',
} as const;

export const registrationNotFoundMessage = 'Registration not found';
