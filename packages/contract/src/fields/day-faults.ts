import { formatDate, isDay, toLocalDay } from '../words/time.ts';
import { type DayBounds, EARLIEST_DAY, yearDigitsMessage } from './day-bounds.ts';

/** Why a day or an instant is not possible. Undefined when it is. */
export function findDayFault(value: string, { first, last, early, late }: DayBounds): string | undefined {
  const day = value.length > first.length ? toLocalDay(new Date(value)) : value;
  if (day < EARLIEST_DAY) return yearDigitsMessage;
  if (day < first) return early ?? `Not before ${formatDate(first)}`;
  return day > last ? (late ?? `Not after ${formatDate(last)}`) : undefined;
}

/**
 * The days of an input that cannot be. What is stored stays allowed, so that the rest of an item with an odd
 * day can change. Other faults of an input are not looked at.
 */
export const findOddDays = (
  bounds: { [field: string]: DayBounds | undefined },
  input: object,
  stored: object = {},
): { path: string; message: string }[] =>
  Object.entries(bounds).flatMap(([path, between]) => {
    if (!between) return [];
    const value = (input as Record<string, unknown>)[path];
    const before = (stored as Record<string, unknown>)[path];
    if (typeof value !== 'string' || !isTime(value) || isSameTime(value, before)) return [];
    const message = findDayFault(value, between);
    return message ? [{ path, message }] : [];
  });

const isTime = (value: string) => isDay(value) || (value.length > 10 && !Number.isNaN(Date.parse(value)));
const isSameTime = (value: string, before: unknown) =>
  typeof before === 'string' && Date.parse(before) === Date.parse(value);
