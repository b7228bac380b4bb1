import type { Alumnus } from '@institute/contract';
import { storedView } from '../content/content.view.ts';
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
