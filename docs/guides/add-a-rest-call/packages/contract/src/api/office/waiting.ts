import * as z from 'zod';
import { requireScope, wrapData } from '../calls.ts';

export const waitingCount = z
  .object({ program: z.string(), people: z.int() })
  .meta({ id: 'WaitingCount', examples: [{ program: 'Tailoring', people: 4 }] });
export type WaitingCount = z.infer<typeof waitingCount>;

export const waitingRoutes = {
  get: {
    method: 'GET',
    path: '/waiting',
    responses: { 200: wrapData(z.array(waitingCount)) },
    summary: 'How many people wait for a place',
    description: 'By program, the most first. Programs for which nobody waits are left out.',
    metadata: requireScope('registrations:read'),
  },
} as const;
