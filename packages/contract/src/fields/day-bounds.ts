/** Days that can be, `yyyy-mm-dd`, and what is said of others. */
export interface DayBounds {
  first: string;
  last: string;
  early?: string;
  late?: string;
}

/** An earlier year was typed with fewer digits, which browsers fill with zeros, or by mistake. */
export const EARLIEST_DAY = '1900-01-01';
const LATEST_DAY = '2999-12-31';

export const yearDigitsMessage = 'Write the year with four digits, like 2004';

export const pictureDays: DayBounds = { first: EARLIEST_DAY, last: LATEST_DAY };
export const plannedDays: DayBounds = { first: '2000-01-01', last: LATEST_DAY };
export const limitToPast = (first: string, today: string): DayBounds => ({
  first,
  last: today,
  late: 'This date is in the future',
});

/** Visitors choose a start from today on. The office may enter an earlier start. */
export const limitRegistrationDays = (today: string, who: 'visitor' | 'office') => ({
  dateOfBirth: limitToPast(EARLIEST_DAY, today),
  startDate:
    who === 'office' ? plannedDays : { first: today, last: LATEST_DAY, early: 'This date is in the past' },
});
