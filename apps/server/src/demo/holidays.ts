const DAY_MS = 24 * 60 * 60 * 1000;

/** A day is its midnight in UTC here. */
export const addDaysTo = (day: Date, days: number): Date => new Date(day.getTime() + days * DAY_MS);

/** Public holidays of Uganda on the same day each year, as month and day. */
const fixedHolidayDates = new Set('1-1 1-26 2-16 3-8 5-1 6-3 6-9 10-9 12-25 12-26'.split(' '));

/** In the Islamic calendar, the first day after Ramadan and the tenth day of the month of pilgrimage. */
const eidDays = new Set(['10-1', '12-10']);
const hijriCalendar = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', {
  month: 'numeric',
  day: 'numeric',
  timeZone: 'UTC',
});

function isEid(day: Date): boolean {
  const hijriDate = Object.fromEntries(
    hijriCalendar.formatToParts(day).map(({ type, value }) => [type, value]),
  );
  return eidDays.has(`${hijriDate.month}-${hijriDate.day}`);
}

/**
 * True on a public holiday of Uganda. Seeing the moon may move an Eid by a day, so three days count. Easter is left
 * out, because no demo intake starts in March or April.
 */
export const isHoliday = (day: Date): boolean =>
  fixedHolidayDates.has(`${day.getUTCMonth() + 1}-${day.getUTCDate()}`) ||
  [-1, 0, 1].some((near) => isEid(addDaysTo(day, near)));
