import type { ErrorDetail } from './errors.ts';
import { formatDate, isDay, kampalaDay } from './time.ts';

/** Days that can be, `yyyy-mm-dd`, and what is said of others. */
export interface DayBounds {
  first: string;
  last: string;
  early?: string;
  late?: string;
}

/** A year before this one was typed with fewer digits, which browsers fill up with zeros, or by mistake. */
const EARLIEST = '1900-01-01';
const LATEST = '2999-12-31';

export const fourDigits = 'Write the year with four digits, like 2004';

export const pictureDays: DayBounds = { first: EARLIEST, last: LATEST };
export const plannedDays: DayBounds = { first: '2000-01-01', last: LATEST };
export const pastDays = (first: string, today: string): DayBounds => ({
  first,
  last: today,
  late: 'This date is in the future',
});

/** Visitors choose a start from today on. The office may enter a former one. */
export const registrationDays = (today: string, who: 'visitor' | 'office') => ({
  dateOfBirth: pastDays(EARLIEST, today),
  startDate:
    who === 'office' ? plannedDays : { first: today, last: LATEST, early: 'This date is in the past' },
});

/** Of a day or an instant. Undefined when it can be. */
export function dayFault(value: string, { first, last, early, late }: DayBounds): string | undefined {
  const day = value.length > first.length ? kampalaDay(new Date(value)) : value;
  if (day < EARLIEST) return fourDigits;
  if (day < first) return early ?? `Not before ${formatDate(first)}`;
  return day > last ? (late ?? `Not after ${formatDate(last)}`) : undefined;
}

/**
 * The days of an input that cannot be. What is stored already stays allowed, so that the rest of an item with an
 * odd day can be changed. Other faults of an input are not looked at.
 */
export const findOddDays = (
  bounds: { [field: string]: DayBounds | undefined },
  input: object,
  stored: object = {},
): ErrorDetail[] =>
  Object.entries(bounds).flatMap(([path, between]) => {
    if (!between) return [];
    const value = (input as Record<string, unknown>)[path];
    const before = (stored as Record<string, unknown>)[path];
    if (typeof value !== 'string' || !isTime(value) || isSameTime(value, before)) return [];
    const message = dayFault(value, between);
    return message ? [{ path, message }] : [];
  });

const isTime = (value: string) => isDay(value) || (value.length > 10 && !Number.isNaN(Date.parse(value)));
const isSameTime = (value: string, before: unknown) =>
  typeof before === 'string' && Date.parse(before) === Date.parse(value);
