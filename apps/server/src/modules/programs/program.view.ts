import type { Program } from '@institute/contract';
import { storedView } from '../content/content.view.ts';
import type { ProgramRow } from './program.entity.ts';

export const programView = (row: ProgramRow): Program => ({
  ...storedView(row),
  name: row.name,
  description: row.description,
  category: row.category,
  duration: row.duration,
  schedule: row.schedule,
  price: row.price,
  imageUrl: row.imageUrl,
  imageAlt: row.imageAlt ?? null,
  isActive: row.isActive,
  maxParticipants: row.maxParticipants ?? null,
  status: row.status,
  publishAt: row.publishAt?.toISOString() ?? null,
});
