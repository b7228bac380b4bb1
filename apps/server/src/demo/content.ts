import { readFileSync } from 'node:fs';
import {
  alumnusInput,
  coachInput,
  facilityInput,
  galleryCreate,
  type IntakeInput,
  pageInput,
  postInput,
  programInput,
} from '@institute/contract';
import * as z from 'zod';
import { addDaysTo, isHoliday } from './holidays.ts';

const readDemoText = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8').trimEnd();

const readDemoItems = <Item>(name: string, item: z.ZodType<Item>): Item[] =>
  item.array().parse(JSON.parse(readDemoText(`${name}.json`)));

/** In the order in which lists and the home page show them. */
export const programs = readDemoItems('programs', programInput);

/** The public pages group coaches by the word before the dash in `role`. */
export const coaches = readDemoItems('coaches', coachInput);

/** The facilities page shows the first one large. Missing fields show the site's defaults. */
export const facilities = readDemoItems('facilities', facilityInput);

/** Newest first, as the gallery shows them. The films are openly licensed stand-ins. */
export const gallery = readDemoItems('gallery', galleryCreate);

/** In the order in which the alumni page shows them. */
export const alumni = readDemoItems('alumni', alumnusInput);

/** Oldest first, as they were written. `content` names a file of HTML as the admin area's editor writes it. */
export const posts = readDemoItems('posts', postInput.extend({ createdAt: z.string() })).map((post) => ({
  ...post,
  content: readDemoText(`posts/${post.content}`),
}));

/** Not in the menu, which has the entries that every school has. */
export const pages = readDemoItems('pages', pageInput.extend({ path: z.string() })).map((page) => ({
  ...page,
  content: readDemoText(`pages/${page.content}`),
}));

interface DemoIntake {
  program: number;
  intake: Omit<IntakeInput, 'programId'>;
}

/**
 * One line for each program, in their order. It starts once a year in each of the months, on the Monday of this
 * number. Camps start when school holidays begin.
 */
const intakePlan: { months: number[]; monday: number; seats: number | null; place: string }[] = [
  { months: [1, 5, 9], monday: 3, seats: 24, place: 'Beauty salon, main campus' },
  { months: [1, 9], monday: 3, seats: 30, place: 'Computer lab' },
  { months: [1, 9], monday: 3, seats: 3, place: 'Sewing workshop' },
  { months: [1, 5, 9], monday: 1, seats: 40, place: 'Computer lab' },
  { months: [1, 5, 9], monday: 3, seats: 18, place: 'Teaching kitchen' },
  { months: [1, 5, 9], monday: 3, seats: 14, place: 'Studio' },
  { months: [1, 5], monday: 3, seats: 12, place: 'Rehearsal room' },
  { months: [5, 12], monday: 1, seats: 1, place: 'Sewing workshop' },
  { months: [1, 5, 9], monday: 1, seats: 60, place: 'Sports ground' },
  { months: [2, 6, 10], monday: 2, seats: 15, place: 'Beauty salon, main campus' },
  { months: [1, 7], monday: 3, seats: null, place: 'Computer lab' },
  { months: [2, 8], monday: 2, seats: 20, place: 'Main hall' },
];

const DEADLINE_DAYS = 14;
const MONDAY_NUMBER = 1;

/** The Monday of this number in the month, or a later one that is no holiday. */
function startMonday(year: number, month: number, monday: number): Date {
  const first = new Date(Date.UTC(year, month - 1, 1));
  const daysToMonday = (7 + MONDAY_NUMBER - first.getUTCDay()) % 7;
  let start = addDaysTo(first, daysToMonday + 7 * (monday - 1));
  while (isHoliday(start)) start = addDaysTo(start, 7);
  return start;
}

const toIsoDay = (day: Date): string => day.toISOString().slice(0, 10);

export const makeDemoIntakes = (today: string): DemoIntake[] =>
  intakePlan.flatMap(({ months, monday, seats, place }, program) => {
    const year = Number(today.slice(0, 4));
    return months
      .map((month) => {
        // The deadline of next January’s may have passed in December
        const starts = [0, 1, 2].map((later) => startMonday(year + later, month, monday));
        const days = starts.map((start) => ({
          startsOn: toIsoDay(start),
          appliesUntil: toIsoDay(addDaysTo(start, -DEADLINE_DAYS)),
        }));
        return days.find(({ appliesUntil }) => appliesUntil > today);
      })
      .filter((days) => days !== undefined)
      .sort((one, other) => one.startsOn.localeCompare(other.startsOn))
      .map((days, at) => {
        const note = at === 0 ? 'The first day begins at 9:00 AM in the reception.' : null;
        return { program, intake: { ...days, seats, place, note, isOpen: true } };
      });
  });

/** The posts, with the day of the next intake of the diplomas. */
export function makeDemoPosts(today: string): typeof posts {
  const next = makeDemoIntakes(today).find(({ program }) => program === 0)?.intake.startsOn ?? today;
  const writeDay = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(next));
  const day = `Monday, ${writeDay({ day: 'numeric', month: 'long', year: 'numeric' })}`;
  const fillDates = (text: string) =>
    text.replaceAll('{intakeDay}', day).replaceAll('{intakeMonth}', writeDay({ month: 'long' }));
  return posts.map((post) => ({ ...post, title: fillDates(post.title), content: fillDates(post.content) }));
}
