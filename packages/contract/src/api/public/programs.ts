import * as z from 'zod';
import { plannedDays } from '../../fields/day-bounds.ts';
import { fieldLimits } from '../../fields/fields.constants.ts';
import {
  imageAlt,
  instant,
  nullable,
  oneLineText,
  text,
  url,
  withDefault,
  withId,
} from '../../fields/fields.ts';
import { place } from '../../words/place.ts';
import { asks, asksInput } from './asks.ts';
import { publishStatuses } from './content.constants.ts';
import { declareContentResource } from './content.ts';
import { instalments, instalmentsInput } from './instalments.ts';
import { programCategories, programLimits, programNotFound } from './programs.constants.ts';

const { name, description, duration, schedule, price } = programLimits;

/** Marks in a description. `text-blocks.ts` reads and writes them. */
const descriptionMarks =
  'Plain text. A line that begins with `## ` is a heading, with `- ` or `1. ` an item of a list; a line that is indented by two spaces goes on with the item above it. Other line breaks stay. Nothing else is a mark, and no HTML is.';

/** `price` is in UGX. Visitors see only active programs that are published. */
export const program = withId({
  name: z.string(),
  description: z.string().meta({ description: descriptionMarks }),
  category: z.enum(programCategories),
  duration: z.string(),
  schedule: z.string(),
  price: z.number(),
  imageUrl: z.string(),
  imageAlt: z.string().nullable(),
  isActive: z.boolean(),
  maxParticipants: z.int().nullable(),
  instalments,
  asks,
  status: z.enum(publishStatuses),
  publishAt: z.iso.datetime().nullable(),
}).meta({ id: 'Program' });
export type Program = z.infer<typeof program>;

export const programSummary = program
  .pick({
    id: true,
    name: true,
    category: true,
    duration: true,
    price: true,
    imageUrl: true,
    imageAlt: true,
  })
  .extend({
    excerpt: z.string().meta({
      description: 'The beginning of the description as a reader sees it: items begin with “•”',
      examples: ['Cutting, sewing, finishing.\n\nYou will learn\n\n• Measuring\n• Sewing'],
    }),
    /** The earliest intake that still takes registrations. */
    nextIntake: z
      .object({ id: z.int(), startsOn: z.iso.date(), seatsLeft: z.int().nullable() })
      .nullable()
      .meta({ examples: [{ id: 1, startsOn: '2027-02-01', seatsLeft: 6 }] }),
  })
  .meta({ id: 'ProgramSummary' });
export type ProgramSummary = z.infer<typeof programSummary>;

export const programInput = z.object({
  name: oneLineText(name),
  description: text(description).meta({ description: descriptionMarks }),
  category: withDefault(z.enum(programCategories), 'training'),
  duration: text(duration),
  schedule: text(schedule),
  price: z
    .number(`A price in ${place.currency}`)
    .min(0, 'A price is 0 or more')
    .max(price, 'This price is too high')
    .multipleOf(0.01, 'At most two decimals'),
  imageUrl: url,
  imageAlt,
  isActive: withDefault(z.boolean(), true),
  maxParticipants: nullable(
    z.int('A whole number').min(1, 'At least 1').max(fieldLimits.id, 'This number is too high'),
  ),
  instalments: instalmentsInput,
  asks: asksInput,
  status: withDefault(z.enum(publishStatuses), 'published'),
  publishAt: nullable(instant),
});
export type ProgramInput = z.output<typeof programInput>;

export const programResource = declareContentResource({
  type: 'program',
  notFound: programNotFound,
  path: 'programs',
  words: ['program', 'programs'],
  entity: program,
  input: programInput,
  sorts: ['name', 'price', 'category', 'duration', 'isActive', 'maxParticipants', 'nextIntake'],
  categories: programCategories,
  summary: programSummary,
  days: { publishAt: plannedDays },
  example: {
    name: 'Diploma in Fashion and Garment Design',
    description: 'Cutting, sewing, finishing.\n\n## You will learn\n\n- Measuring\n- Sewing',
    category: 'camp',
    duration: '12 weeks',
    schedule: 'Monday, Wednesday, Friday',
    price: 1_500_000.5,
    imageUrl: 'https://images.example/one.jpg',
    imageAlt: 'A sewing room',
    isActive: false,
    maxParticipants: 30,
    instalments: [
      { label: 'Registration', amount: 200_000, dueDays: null },
      { label: 'First term', amount: 1_300_000, dueDays: 0 },
    ],
    asks: [
      {
        id: 's4',
        kind: 'document',
        label: 'S4 result slip',
        help: 'All pages, with the stamp.',
        options: [],
        needed: 'acceptance',
        onlyIf: null,
        isPrivate: false,
      },
    ],
    status: 'scheduled',
    publishAt: '2020-05-01T10:00:00.000Z',
  },
});
