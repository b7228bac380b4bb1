export const intakeLimits = { place: 200, note: 500, seats: 10_000 } as const;

export const intakeNotFound = 'Intake not found';

export const noSeatsLeft = 'No seats left. You can put the applicant on the waiting list.';

interface Dates {
  startsOn: string;
  appliesUntil?: string | null | undefined;
}

/** The last day to apply; without a deadline of its own it is the first day of the course. */
export const deadlineOf = ({ startsOn, appliesUntil }: Dates): string => appliesUntil ?? startsOn;

/** Visitors may apply until the deadline, even to an intake that is full. All dates are days in Kampala. */
export const takesRegistrations = (intake: Dates & { isOpen: boolean }, today: string): boolean =>
  intake.isOpen && deadlineOf(intake) >= today;

/** "3 places left"; empty for an intake without a number of seats. */
export function placesText(seatsLeft: number | null): string {
  if (seatsLeft === null) return '';
  if (seatsLeft === 0) return 'Full: waiting list';
  return seatsLeft === 1 ? '1 place left' : `${seatsLeft} places left`;
}

/** `day` as people read it: "1 Feb 2027". */
export const startText = (day: string): string => `Starts ${day}`;
