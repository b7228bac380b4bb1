import * as z from 'zod';
import { plannedDays } from '../../fields/day-bounds.ts';
import {
  day,
  nullable,
  oneLineText,
  optionalText,
  pathId,
  reference,
  refuseFaults,
  withDefault,
  withId,
} from '../../fields/fields.ts';
import type { ErrorDetail } from '../calls.ts';
import { needs } from '../rights.constants.ts';
import { declareContentResource } from './content.ts';
import { instalments, instalmentsInput } from './instalments.ts';
import { intakeNotFound } from './intakes.constants.ts';

/** A date on which a program starts. Visitors also see closed intakes, but none of a hidden program. */
export const intake = withId({
  programId: z.int(),
  startsOn: z.iso.date(),
  appliesUntil: z.iso.date().nullable(),
  seats: z.int().nullable(),
  place: z.string().nullable(),
  note: z.string().nullable(),
  isOpen: z.boolean(),
  /** Instalments that take the place of the program's, unless the list is empty. */
  instalments,
  /** True when applicants of this intake are reminded of fees that are due. */
  remindsOfFees: z.boolean(),
  /** Number of seats without the accepted registrations. Null when `seats` is null. */
  seatsLeft: z
    .int()
    .nullable()
    .meta({ examples: [6] }),
}).meta({ id: 'Intake' });
export type Intake = z.infer<typeof intake>;

export const intakeSummary = intake.omit({ createdAt: true, updatedAt: true }).meta({ id: 'IntakeSummary' });
export type IntakeSummary = z.infer<typeof intakeSummary>;

export const intakeInput = z.object({
  programId: reference,
  startsOn: day,
  appliesUntil: nullable(day),
  seats: nullable(z.int('A whole number').min(1, 'At least 1').max(10_000, 'At most 10,000')),
  place: nullable(oneLineText(200)),
  note: optionalText(500),
  isOpen: withDefault(z.boolean(), true),
  instalments: instalmentsInput,
  remindsOfFees: withDefault(z.boolean(), true),
});
export type IntakeInput = z.output<typeof intakeInput>;

/** Lists the faults between fields, on create and on the merged item of an update. */
export function listIntakeFaults({
  startsOn,
  appliesUntil,
}: Partial<Pick<IntakeInput, 'startsOn' | 'appliesUntil'>>): ErrorDetail[] {
  if (!startsOn || !appliesUntil || appliesUntil <= startsOn) return [];
  return [
    {
      path: 'appliesUntil',
      message: `The last day to apply, ${appliesUntil}, is after the start, ${startsOn}`,
    },
  ];
}

export const intakeCreateInput = intakeInput.superRefine(refuseFaults(listIntakeFaults));

/** Options of an update that changes `startsOn`. */
export const intakeWishes = {
  moveDues: z
    .boolean()
    .meta({ description: 'With another start: moves the due days of its people. Needs the right to fees.' }),
};

export const intakeResource = declareContentResource({
  type: 'intake',
  need: needs.intakes,
  notFound: intakeNotFound,
  path: 'intakes',
  words: ['intake', 'intakes'],
  entity: intake,
  input: intakeInput,
  create: intakeCreateInput,
  sorts: ['program', 'startsOn', 'appliesUntil', 'seats', 'seatsLeft', 'place', 'isOpen'],
  categories: [],
  summary: intakeSummary,
  days: { startsOn: plannedDays, appliesUntil: plannedDays },
  filters: {
    programId: pathId.shape.id.optional().meta({ description: 'Only those of the program with this number' }),
  },
  wishes: intakeWishes,
  example: {
    programId: 1,
    startsOn: '2027-02-01',
    appliesUntil: '2027-01-15',
    seats: 20,
    place: 'Main campus',
    note: 'Bring an apron.\nThe rest is here.',
    isOpen: false,
    instalments: [{ label: 'Second half', amount: 450_000, dueDays: 60 }],
    remindsOfFees: false,
  },
});
