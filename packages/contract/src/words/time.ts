import { place } from './place.ts';

export const { timeZone } = place;

const UTC_OFFSET_MS = -Date.parse(`1970-01-01T00:00${place.utcOffset}`);
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the day as `yyyy-mm-dd`. Local means at the place of the institute, whatever the device's time zone is. */
export const toLocalDay = (instant: Date): string =>
  new Date(instant.getTime() + UTC_OFFSET_MS).toISOString().slice(0, 10);

/**
 * Returns today's date. Pages read the clock only with this function, so that a cached page is renewed when the date
 * changes.
 */
export const readToday = (): string => toLocalDay(new Date());

/** Adds days to a `day` in the form `yyyy-mm-dd`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

export const toLocalYear = (instant: Date): number => Number(toLocalDay(instant).slice(0, 4));

/** True for a `yyyy-mm-dd` that exists in the calendar. */
export function isDay(value: string): boolean {
  const dayStartMs = /^\d{4}-\d{2}-\d{2}$/.test(value) && value >= '0001' ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(dayStartMs) && new Date(dayStartMs).toISOString().startsWith(value);
}

/** Formats local time in Kampala, `yyyy-mm-ddThh:mm`. Seconds are added when they are not zero. */
export const toLocalTime = (instant: string): string =>
  new Date(Date.parse(instant) + UTC_OFFSET_MS).toISOString().replace(/(?::00)?(?:\.000)?Z$/, '');

/** Formats local time in Kampala as spreadsheets read it, `yyyy-mm-dd hh:mm`. */
export const formatSheetTime = (instant: string): string =>
  toLocalTime(instant).slice(0, 16).replace('T', ' ');

/** `time` is the local time in Kampala. */
export const fromLocalTime = (time: string): string => new Date(`${time}${place.utcOffset}`).toISOString();

/** Returns the midnights in Kampala at which the day begins and the next one begins. */
export function toLocalDayBounds(now: Date): { start: Date; next: Date } {
  const startOfDay = new Date(fromLocalTime(`${toLocalDay(now)}T00:00`));
  return { start: startOfDay, next: new Date(startOfDay.getTime() + DAY_MS) };
}

// Months are written here, because phones take long to load the dates of `Intl`.
const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats a `yyyy-mm-dd` day or an instant: "12 Nov 2026". */
export function formatDate(value: string): string {
  const [year, month, day] = (value.length > 10 ? toLocalDay(new Date(value)) : value).split('-').map(Number);
  return `${day} ${MONTH_NAMES[Number(month) - 1]} ${year}`;
}

/** Formats an instant in Kampala: "12 Nov 2026, 14:05". */
export const formatDateTime = (instant: string): string =>
  `${formatDate(instant)}, ${toLocalTime(instant).slice(11, 16)}`;
