import type { Alumnus, AlumnusSummary } from '@institute/contract';
import { storedView } from '../content/content.view.ts';
import { summaryOf } from '../content/content-summaries.service.ts';
import type { AlumnusRow } from './alumnus.entity.ts';

export const alumnusView = (row: AlumnusRow): Alumnus => ({
  ...storedView(row),
  name: row.name,
  position: row.position,
  currentTeam: row.currentTeam ?? null,
  graduationYear: row.graduationYear,
  category: row.category,
  achievements: row.achievements,
  image: row.image,
  imageAlt: row.imageAlt ?? null,
});

export const alumnusSummary = summaryOf<AlumnusRow>()(
  [
    'id',
    'name',
    'position',
    'currentTeam',
    'graduationYear',
    'category',
    'achievements',
    'image',
    'imageAlt',
  ],
  (row): AlumnusSummary => ({
    id: row.id,
    name: row.name,
    position: row.position,
    currentTeam: row.currentTeam ?? null,
    graduationYear: row.graduationYear,
    category: row.category,
    achievements: row.achievements,
    image: row.image,
    imageAlt: row.imageAlt ?? null,
  }),
  // Visitors search for a name or a team. The office's search also finds positions.
  { searched: ['name', 'current_team'] },
);
