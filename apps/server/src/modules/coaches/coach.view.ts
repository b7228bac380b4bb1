import type { Coach } from '@institute/contract';
import { storedView } from '../content/content.view.ts';
import type { CoachRow } from './coach.entity.ts';

export const coachView = (row: CoachRow): Coach => ({
  ...storedView(row),
  name: row.name,
  role: row.role,
  bio: row.bio,
  specialties: row.specialties,
  imageUrl: row.imageUrl ?? null,
  imageAlt: row.imageAlt ?? null,
});
