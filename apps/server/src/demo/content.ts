import { readFileSync } from 'node:fs';
import {
  alumnusInput,
  coachInput,
  facilityInput,
  galleryCreate,
  type IntakeInput,
  postInput,
  programInput,
} from '@institute/contract';
import * as z from 'zod';

const text = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8').trimEnd();

const read = <Item>(name: string, item: z.ZodType<Item>): Item[] =>
  item.array().parse(JSON.parse(text(`${name}.json`)));

/** In the order in which lists and the home page show them. */
export const programs = read('programs', programInput);

/** The public pages group coaches by the word before the dash in `role`. */
export const coaches = read('coaches', coachInput);

/** The facilities page shows the first one large. Missing fields show the site's defaults. */
export const facilities = read('facilities', facilityInput);

/** Newest first, as the gallery shows them. The films are openly licensed stand-ins. */
export const gallery = read('gallery', galleryCreate);

/** In the order in which the alumni page shows them. */
export const alumni = read('alumni', alumnusInput);

/** Oldest first, as they were written. `content` names a file of HTML as the admin area's editor writes it. */
export const posts = read('posts', postInput.extend({ createdAt: z.string() })).map((post) => ({
  ...post,
  content: text(`posts/${post.content}`),
}));

interface DemoIntake {
  program: number;
  intake: Omit<IntakeInput, 'programId'>;
}

/** One line for each program, in their order. `months`: months from now until each intake starts. */
const intakePlan: { months: number[]; day: number; seats: number | null; place: string }[] = [
  { months: [2, 6, 10], day: 1, seats: 24, place: 'Beauty salon, main campus' },
  { months: [2, 8], day: 8, seats: 30, place: 'Computer lab' },
  { months: [3, 9], day: 1, seats: 3, place: 'Sewing workshop' },
  { months: [1, 5, 9], day: 12, seats: 40, place: 'Computer lab' },
  { months: [2, 6, 10], day: 3, seats: 18, place: 'Teaching kitchen' },
  { months: [1, 4, 7], day: 20, seats: 14, place: 'Studio' },
  { months: [2, 5], day: 10, seats: 12, place: 'Rehearsal room' },
  { months: [1, 5], day: 12, seats: 1, place: 'Sewing workshop' },
  { months: [1, 5, 9], day: 14, seats: 60, place: 'Sports ground' },
  { months: [1, 3, 6], day: 16, seats: 15, place: 'Beauty salon, main campus' },
  { months: [2, 4], day: 6, seats: null, place: 'Computer lab' },
  { months: [3, 8], day: 15, seats: 20, place: 'Main hall' },
];

const DEADLINE_DAYS = 14;

export const demoIntakes = (today: string): DemoIntake[] =>
  intakePlan.flatMap(({ months, day, seats, place }, program) =>
    months.map((ahead, at) => {
      const [year = 0, month = 0] = today.split('-').map(Number);
      const dayOf = (date: number) =>
        new Date(Date.UTC(year, month - 1 + ahead, date)).toISOString().slice(0, 10);
      const note = at === 0 ? 'The first day begins at 9:00 AM in the reception.' : null;
      const days = { startsOn: dayOf(day), appliesUntil: dayOf(day - DEADLINE_DAYS) };
      return { program, intake: { ...days, seats, place, note, isOpen: true } };
    }),
  );
