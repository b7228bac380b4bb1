import * as z from 'zod';
import {
  imageAlt,
  nullable,
  oneLineText,
  text,
  textList,
  url,
  withDefault,
  withId,
} from '../../fields/fields.ts';
import { declareContentResource } from './content.ts';

/** Groups of coaches. The prefix of a role decides, otherwise the group's word in the role. */
const coachGroups = ['board', 'staff'] as const;
export type CoachGroup = (typeof coachGroups)[number];

export const coach = withId({
  name: z.string(),
  role: z.string(),
  bio: z.string(),
  specialties: z.array(z.string()),
  imageUrl: z.string().nullable(),
  imageAlt: z.string().nullable(),
}).meta({ id: 'Coach' });
export type Coach = z.infer<typeof coach>;

export const coachSummary = coach.omit({ createdAt: true, updatedAt: true }).meta({ id: 'CoachSummary' });
export type CoachSummary = z.infer<typeof coachSummary>;

export const coachInput = z.object({
  name: oneLineText(200),
  role: text(200),
  bio: text(5000),
  specialties: withDefault(textList(100), []),
  imageUrl: nullable(url),
  imageAlt,
});
export type CoachInput = z.output<typeof coachInput>;

export const coachResource = declareContentResource({
  type: 'coach',
  notFound: 'Team member not found',
  path: 'coaches',
  words: ['team member', 'trainers and team members'],
  entity: coach,
  input: coachInput,
  sorts: ['name'],
  categories: [],
  summary: coachSummary,
  filters: {
    group: z.enum(coachGroups).optional().meta({ description: 'Only the board, or only the staff' }),
  },
  example: {
    name: 'Jane Doe',
    role: 'Staff - Matron',
    bio: 'Looks after everybody.',
    specialties: ['Care', 'First aid'],
    imageUrl: 'https://images.example/one.jpg',
    imageAlt: 'Jane Doe',
  },
});
