/** Limits for days that are possible, as `yyyy-mm-dd`, and the messages for days outside of them. */
export interface DayBounds {
  first: string;
  last: string;
  early?: string;
  late?: string;
}

/** A year before this was mistyped, or has fewer digits, which browsers fill with zeros. */
export const EARLIEST_DAY = '1900-01-01';
const LATEST_DAY = '2999-12-31';

export const yearDigitsMessage = 'Write the year with four digits, like 2004';

export const pictureDayBounds: DayBounds = { first: EARLIEST_DAY, last: LATEST_DAY };
export const plannedDays: DayBounds = { first: '2000-01-01', last: LATEST_DAY };
export const limitToPast = (first: string, today: string): DayBounds => ({
  first,
  last: today,
  late: 'This date is in the future',
});

/**
 * Limits for the days of a registration. Visitors choose a start from today on; the office may enter an earlier one.
 */
export const limitRegistrationDays = (today: string, who: 'visitor' | 'office') => ({
  dateOfBirth: limitToPast(EARLIEST_DAY, today),
  startDate:
    who === 'office' ? plannedDays : { first: today, last: LATEST_DAY, early: 'This date is in the past' },
});
