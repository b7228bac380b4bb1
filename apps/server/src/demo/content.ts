import { readFileSync } from 'node:fs';
import {
  alumnusInput,
  coachInput,
  facilityInput,
  galleryCreateInput,
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

/** Programs in the order in which lists and the home page show them. */
export const programs = readDemoItems('programs', programInput);

/** Coaches. The public pages group them by the word before the dash in `role`. */
export const coaches = readDemoItems('coaches', coachInput);

/** Facilities. The page shows the first one large. Missing fields get the site's defaults. */
export const facilities = readDemoItems('facilities', facilityInput);

/** Pictures and films of the gallery, the newest first. The films are stand-ins with open licences. */
export const gallery = readDemoItems('gallery', galleryCreateInput);

/** Alumni in the order in which the page shows them. */
export const alumni = readDemoItems('alumni', alumnusInput);

/**
 * Posts in the order in which they were written. `content` names a file with HTML as the editor of the admin area
 * writes it.
 */
export const posts = readDemoItems('posts', postInput.extend({ createdAt: z.string() })).map((post) => ({
  ...post,
  content: readDemoText(`posts/${post.content}`),
}));

/** Own pages. The menu does not show them, because it has the entries that every school has. */
export const pages = readDemoItems('pages', pageInput.extend({ path: z.string() })).map((page) => ({
  ...page,
  content: readDemoText(`pages/${page.content}`),
}));

interface DemoIntake {
  program: number;
  intake: Omit<IntakeInput, 'programId'>;
}

/**
 * One line for each program, in their order. In each of the `months` an intake starts once a year, on the Monday with
 * this number in the month. Camps start when school holidays begin.
 */
const intakePlanByProgram: { months: number[]; monday: number; seats: number | null; place: string }[] = [
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
const MONDAY_WEEKDAY_NUMBER = 1;

/** Finds the Monday with this number in the month, or the next Monday that is no holiday. */
function findStartMonday(year: number, month: number, monday: number): Date {
  const firstOfMonth = new Date(Date.UTC(year, month - 1, 1));
  const daysToMonday = (7 + MONDAY_WEEKDAY_NUMBER - firstOfMonth.getUTCDay()) % 7;
  let startDay = addDaysTo(firstOfMonth, daysToMonday + 7 * (monday - 1));
  while (isHoliday(startDay)) startDay = addDaysTo(startDay, 7);
  return startDay;
}

const toIsoDay = (day: Date): string => day.toISOString().slice(0, 10);

export const makeDemoIntakes = (today: string): DemoIntake[] =>
  intakePlanByProgram.flatMap(({ months, monday, seats, place }, program) => {
    const year = Number(today.slice(0, 4));
    return months
      .map((month) => {
        // In December the deadline of the next January's intake may have passed
        const startDays = [0, 1, 2].map((later) => findStartMonday(year + later, month, monday));
        const intakeDates = startDays.map((start) => ({
          startsOn: toIsoDay(start),
          appliesUntil: toIsoDay(addDaysTo(start, -DEADLINE_DAYS)),
        }));
        return intakeDates.find(({ appliesUntil }) => appliesUntil > today);
      })
      .filter((days) => days !== undefined)
      .sort((one, other) => one.startsOn.localeCompare(other.startsOn))
      .map((days, at) => {
        const intakeNote = at === 0 ? 'The first day begins at 9:00 AM in the reception.' : null;
        return { program, intake: { ...days, seats, place, note: intakeNote, isOpen: true } };
      });
  });

/** Makes the posts, with the next start of the diplomas in their texts. */
export function makeDemoPosts(today: string): typeof posts {
  const nextStartDay = makeDemoIntakes(today).find(({ program }) => program === 0)?.intake.startsOn ?? today;
  const formatNextStart = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(nextStartDay));
  const nextStartDayText = `Monday, ${formatNextStart({ day: 'numeric', month: 'long', year: 'numeric' })}`;
  const fillIntakeDates = (text: string) =>
    text
      .replaceAll('{intakeDay}', nextStartDayText)
      .replaceAll('{intakeMonth}', formatNextStart({ month: 'long' }));
  return posts.map((post) => ({
    ...post,
    title: fillIntakeDates(post.title),
    content: fillIntakeDates(post.content),
  }));
}
