import { formatDate, isDay, toLocalDay } from '../words/time.ts';
import { type DayBounds, EARLIEST_DAY, yearDigitsMessage } from './day-bounds.ts';

/** Finds why a day or an instant is not possible. Undefined when it is. */
export function findDayFault(value: string, { first, last, early, late }: DayBounds): string | undefined {
  const localDay = value.length > first.length ? toLocalDay(new Date(value)) : value;
  if (localDay < EARLIEST_DAY) return yearDigitsMessage;
  if (localDay < first) return early ?? `Not before ${formatDate(first)}`;
  return localDay > last ? (late ?? `Not after ${formatDate(last)}`) : undefined;
}

/**
 * Finds days of an input that are not possible. A stored day stays allowed, so that other fields of its item can
 * change. Other faults of the input are left to its schema.
 */
export const findOddDays = (
  bounds: { [field: string]: DayBounds | undefined },
  input: object,
  stored: object = {},
): { path: string; message: string }[] =>
  Object.entries(bounds).flatMap(([path, between]) => {
    if (!between) return [];
    const givenValue = (input as Record<string, unknown>)[path];
    const storedValue = (stored as Record<string, unknown>)[path];
    if (
      typeof givenValue !== 'string' ||
      !isDayOrTime(givenValue) ||
      isUnchangedTime(givenValue, storedValue)
    )
      return [];
    const dayFaultMessage = findDayFault(givenValue, between);
    return dayFaultMessage ? [{ path, message: dayFaultMessage }] : [];
  });

const isDayOrTime = (value: string) =>
  isDay(value) || (value.length > 10 && !Number.isNaN(Date.parse(value)));
const isUnchangedTime = (value: string, before: unknown) =>
  typeof before === 'string' && Date.parse(before) === Date.parse(value);
