import * as z from 'zod';
import { yearDigitsMessage } from '../../fields/day-bounds.ts';
import {
  imageAlt,
  oneLineText,
  optionalText,
  text,
  textList,
  url,
  withDefault,
  withId,
} from '../../fields/fields.ts';
import { toLocalYear } from '../../words/time.ts';
import { alumniCategories, alumniLimits } from './alumni.constants.ts';
import { declareContentResource } from './content.ts';

const { name, position, currentTeam, yearMin, yearsAhead } = alumniLimits;

export const alumnus = withId({
  name: z.string(),
  position: z.string(),
  currentTeam: z.string().nullable(),
  graduationYear: z.int(),
  category: z.enum(alumniCategories),
  achievements: z.array(z.string()),
  image: z.string(),
  imageAlt: z.string().nullable(),
}).meta({ id: 'Alumnus' });
export type Alumnus = z.infer<typeof alumnus>;

export const alumnusSummary = alumnus
  .omit({ createdAt: true, updatedAt: true })
  .meta({ id: 'AlumnusSummary' });
export type AlumnusSummary = z.infer<typeof alumnusSummary>;

export const alumnusInput = z.object({
  name: oneLineText(name),
  position: text(position),
  currentTeam: optionalText(currentTeam),
  graduationYear: z
    .int(yearDigitsMessage)
    .min(yearMin, { error: ({ input }) => (Number(input) < 1000 ? yearDigitsMessage : `From ${yearMin} on`) })
    .refine((year) => year <= toLocalYear(new Date()) + yearsAhead, `At most ${yearsAhead} years ahead`),
  category: withDefault(z.enum(alumniCategories), 'professional'),
  achievements: withDefault(textList(), []),
  image: url,
  imageAlt,
});

/** An alumnus from an import. Lists of earlier systems seldom have photos, which the form requires. */
export const importedAlumnus = alumnusInput.extend({ image: url.or(z.literal('')).optional() });

export const alumnusResource = declareContentResource({
  type: 'alumni',
  notFound: 'Alumni not found',
  path: 'alumni',
  words: ['former student', 'alumni'],
  entity: alumnus,
  input: alumnusInput,
  sorts: ['name', 'graduationYear', 'position', 'currentTeam', 'category'],
  categories: alumniCategories,
  summary: alumnusSummary,
  example: {
    name: 'John Doe',
    position: 'Tailor',
    currentTeam: 'Lake Hub',
    graduationYear: 2019,
    category: 'youth',
    achievements: ['Best of the year'],
    image: '/images/one.jpg',
    imageAlt: 'John Doe',
  },
});
