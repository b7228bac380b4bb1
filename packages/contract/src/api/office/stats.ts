import * as z from 'zod';
import { anyone, wrapData } from '../calls.ts';
import { activity } from './activity.ts';

export const stats = z
  .object({
    posts: z.int(),
    coaches: z.int(),
    galleryItems: z.int(),
    facilities: z.int(),
    programs: z.int(),
    registrations: z.int().meta({ description: '0 for visitors. Accounts and keys get the count' }),
    recentActivities: z.array(activity),
  })
  .meta({
    id: 'Stats',
    examples: [
      {
        posts: 12,
        coaches: 9,
        galleryItems: 40,
        facilities: 8,
        programs: 10,
        registrations: 25,
        recentActivities: [],
      },
    ],
  });
export type Stats = z.infer<typeof stats>;

export const statsRoutes = {
  get: {
    method: 'GET',
    path: '/stats',
    responses: { 200: wrapData(stats) },
    summary: 'Counts of the content; with a bearer also the last 20 activities',
    description:
      'Visitors get counts of what the site shows. Only accounts and keys get the count of registrations, only accounts activities.',
    metadata: anyone,
  },
} as const;
