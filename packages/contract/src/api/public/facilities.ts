import * as z from 'zod';
import { imageAlt, oneLineText, optionalText, text, textList, url, withId } from '../../fields/fields.ts';
import { declareContentResource } from './content.ts';
import { facilityNotFound } from './facilities.constants.ts';

export const facility = withId({
  name: z.string(),
  description: z.string(),
  features: z.array(z.string()),
  equipment: z.array(z.string()),
  imageUrl: z.string(),
  imageAlt: z.string().nullable(),
  openingHours: z.string().nullable(),
  availableDays: z.string().nullable(),
  capacity: z.string().nullable(),
  maintenance: z.string().nullable(),
}).meta({ id: 'Facility' });
export type Facility = z.infer<typeof facility>;

export const facilitySummary = facility
  .pick({ id: true, name: true, features: true, imageUrl: true, imageAlt: true })
  .extend({
    excerpt: z.string().meta({ examples: ['Twelve chairs.'] }),
    featureCount: z.int().meta({ examples: [2] }),
  })
  .meta({ id: 'FacilitySummary' });
export type FacilitySummary = z.infer<typeof facilitySummary>;

export const facilityInput = z.object({
  name: oneLineText(200),
  description: text(10_000),
  features: textList().min(1, 'At least one'),
  equipment: textList().min(1, 'At least one'),
  imageUrl: url,
  imageAlt,
  openingHours: optionalText(200),
  availableDays: optionalText(200),
  capacity: optionalText(200),
  maintenance: optionalText(200),
});

export const facilityResource = declareContentResource({
  type: 'facility',
  notFound: facilityNotFound,
  path: 'facilities',
  words: ['facility', 'facilities'],
  entity: facility,
  input: facilityInput,
  sorts: ['name'],
  categories: [],
  summary: facilitySummary,
  example: {
    name: 'Salon',
    description: 'Twelve chairs.',
    features: ['Mirrors', 'Basins'],
    equipment: ['Dryers'],
    imageUrl: 'https://images.example/one.jpg',
    imageAlt: 'Chairs',
    openingHours: '8:00 AM - 5:00 PM',
    availableDays: 'Monday - Friday',
    capacity: '24',
    maintenance: 'Weekly',
  },
});
