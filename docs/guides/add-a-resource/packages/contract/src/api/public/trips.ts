import * as z from 'zod';
import {
  day,
  imageAlt,
  instant,
  listPosition,
  nullable,
  oneLineText,
  text,
  url,
  withDefault,
  withId,
} from '../../fields/fields.ts';
import { publishStatuses } from './content.constants.ts';
import { declareContentResource } from './content.ts';
import { tripLimits, tripNotFound } from './trips.constants.ts';

const { title, destination, description } = tripLimits;

/** A study trip of the institute. `programUrl` is a PDF; null while there is none. */
export const trip = withId({
  title: z.string(),
  destination: z.string(),
  startsOn: z.iso.date(),
  description: z.string(),
  programUrl: z.string().nullable(),
  position: z.int(),
  imageUrl: z.string(),
  imageAlt: z.string().nullable(),
  status: z.enum(publishStatuses),
  publishAt: z.iso.datetime().nullable(),
}).meta({ id: 'Trip' });
export type Trip = z.infer<typeof trip>;

/** A trip in a list. `excerpt` is the beginning of its description. */
export const tripSummary = trip
  .pick({ id: true, title: true, destination: true, startsOn: true, imageUrl: true, imageAlt: true })
  .extend({ excerpt: z.string() })
  .meta({ id: 'TripSummary' });
export type TripSummary = z.infer<typeof tripSummary>;

export const tripInput = z.object({
  title: oneLineText(title),
  destination: text(destination),
  startsOn: day,
  description: text(description),
  programUrl: nullable(url),
  position: listPosition,
  imageUrl: url,
  imageAlt,
  status: withDefault(z.enum(publishStatuses), 'published'),
  publishAt: nullable(instant),
});
export type TripInput = z.output<typeof tripInput>;

export const tripResource = declareContentResource({
  type: 'trip',
  notFound: tripNotFound,
  path: 'trips',
  words: ['study trip', 'study trips'],
  entity: trip,
  input: tripInput,
  sorts: ['title', 'startsOn', 'position'],
  categories: [],
  summary: tripSummary,
  example: {
    title: 'A week at the source of the Nile',
    destination: 'Jinja',
    startsOn: '2026-08-10',
    description: 'We visit two workshops.\nThe bus leaves at seven.',
    programUrl: 'https://files.example/program.pdf',
    position: 2,
    imageUrl: 'https://images.example/one.jpg',
    imageAlt: 'The river',
    status: 'scheduled',
    publishAt: '2020-05-01T10:00:00.000Z',
  },
});
