export const intakeNotFound = 'Intake not found';

export const noSeatsLeftMessage = 'No seats left. You can put the applicant on the waiting list.';

interface IntakeDates {
  startsOn: string;
  appliesUntil?: string | null | undefined;
}

/** The last day for applications. Without a deadline of its own, it is the first day of the course. */
export const findDeadline = ({ startsOn, appliesUntil }: IntakeDates): string => appliesUntil ?? startsOn;

/** True while the intake takes registrations, which a full one does too. Dates are days in Kampala. */
export const isTakingRegistrations = (intake: IntakeDates & { isOpen: boolean }, today: string): boolean =>
  intake.isOpen && findDeadline(intake) >= today;

export function formatSeatsLeft(seatsLeft: number | null): string {
  if (seatsLeft === null) return '';
  if (seatsLeft === 0) return 'Full: waiting list';
  return seatsLeft === 1 ? '1 place left' : `${seatsLeft} places left`;
}

/** `day` is already formatted: "1 Feb 2027". */
export const formatIntakeStart = (day: string): string => `Starts ${day}`;
