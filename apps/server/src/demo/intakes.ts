import type { IntakeInput } from '@institute/contract';

export interface DemoIntake {
  program: number;
  intake: Omit<IntakeInput, 'programId'>;
}

/** One line for each program, in their order. `months`: months from now until each intake starts. */
const plan: { months: number[]; day: number; seats: number | null; place: string }[] = [
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
  plan.flatMap(({ months, day, seats, place }, program) =>
    months.map((ahead, at) => {
      const start = dayOf(today, ahead, day);
      const note = at === 0 ? 'The first day begins at 9:00 AM in the reception.' : null;
      const appliesUntil = daysBefore(start, DEADLINE_DAYS);
      return { program, intake: { startsOn: start, appliesUntil, seats, place, note, isOpen: true } };
    }),
  );

const iso = (date: Date) => date.toISOString().slice(0, 10);

function dayOf(today: string, ahead: number, day: number): string {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return iso(new Date(Date.UTC(year, month - 1 + ahead, day)));
}

const daysBefore = (day: string, days: number) => iso(new Date(Date.parse(day) - days * 24 * 60 * 60 * 1000));
