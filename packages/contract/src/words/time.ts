import { place } from './place.ts';

export const { timeZone } = place;

const UTC_OFFSET_MS = -Date.parse(`1970-01-01T00:00${place.utcOffset}`);
const DAY_MS = 24 * 60 * 60 * 1000;

/** `yyyy-mm-dd`. Local means at the institute here, never where the device is. */
export const toLocalDay = (instant: Date): string =>
  new Date(instant.getTime() + UTC_OFFSET_MS).toISOString().slice(0, 10);

/** Pages read the clock only by it, since a page is cached until something that it read differs. */
export const readToday = (): string => toLocalDay(new Date());

/** `day` is `yyyy-mm-dd`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

export const toLocalYear = (instant: Date): number => Number(toLocalDay(instant).slice(0, 4));

/** True for `yyyy-mm-dd` of the calendar. */
export function isDay(value: string): boolean {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(value) && value >= '0001' ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(value);
}

/** Local time in Kampala, `yyyy-mm-ddThh:mm`. Adds seconds that are not zero. */
export const toLocalTime = (instant: string): string =>
  new Date(Date.parse(instant) + UTC_OFFSET_MS).toISOString().replace(/(?::00)?(?:\.000)?Z$/, '');

/** Local time in Kampala as spreadsheets read it, `yyyy-mm-dd hh:mm`. */
export const formatSheetTime = (instant: string): string =>
  toLocalTime(instant).slice(0, 16).replace('T', ' ');

/** `time` is local in Kampala. */
export const fromLocalTime = (time: string): string => new Date(`${time}${place.utcOffset}`).toISOString();

/** From midnight to midnight in Kampala. */
export function toLocalDayBounds(now: Date): { start: Date; next: Date } {
  const start = new Date(fromLocalTime(`${toLocalDay(now)}T00:00`));
  return { start, next: new Date(start.getTime() + DAY_MS) };
}

// Phones take long to load the dates of `Intl`
const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "12 Nov 2026". Takes a `yyyy-mm-dd` day or an instant. */
export function formatDate(value: string): string {
  const [year, month, day] = (value.length > 10 ? toLocalDay(new Date(value)) : value).split('-').map(Number);
  return `${day} ${MONTH_NAMES[Number(month) - 1]} ${year}`;
}

/** "12 Nov 2026, 14:05" in Kampala. */
export const formatDateTime = (instant: string): string =>
  `${formatDate(instant)}, ${toLocalTime(instant).slice(11, 16)}`;
