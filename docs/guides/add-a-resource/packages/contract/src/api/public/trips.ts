import * as z from 'zod';
import {
  day,
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
import { publishStatuses } from './content.constants.ts';
import { declareContentResource } from './content.ts';
import { tripLimits, tripNotFound } from './trips.constants.ts';

const { title, destination, description, price } = tripLimits;

/** A study trip of the institute. `price` in the currency of the place; null while it is not known. */
export const trip = withId({
  title: z.string(),
  destination: z.string(),
  startsOn: z.iso.date(),
  description: z.string(),
  price: z.number().nullable(),
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
  price: nullable(
    z
      .number(`A price in ${place.currency}`)
      .min(0, 'A price is 0 or more')
      .max(price, 'This price is too high')
      .multipleOf(0.01, 'At most two decimals'),
  ),
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
  sorts: ['title', 'startsOn'],
  categories: [],
  summary: tripSummary,
  example: {
    title: 'A week at the source of the Nile',
    destination: 'Jinja',
    startsOn: '2026-08-10',
    description: 'We visit two workshops.\nThe bus leaves at seven.',
    price: 250_000,
    imageUrl: 'https://images.example/one.jpg',
    imageAlt: 'The river',
    status: 'scheduled',
    publishAt: '2020-05-01T10:00:00.000Z',
  },
});
