import type { Program } from '@institute/contract';
import { type ProgramCategory, programCategories } from '@institute/contract/constants';
import { finds } from '../../api/search.ts';

/** What the address says: words of anybody's making. */
export type ProgramFilter = { category?: string | undefined; q?: string | undefined };

/** The category that the address names; anything else is all of them. */
export const chosenCategory = ({ category }: ProgramFilter): ProgramCategory | undefined =>
  programCategories.find((known) => known === category);

export function filterPrograms(programs: Program[], filter: ProgramFilter): Program[] {
  const category = chosenCategory(filter);
  const wanted = filter.q ?? '';
  return programs.filter(
    (program) =>
      (!category || program.category === category) &&
      finds(wanted, [program.name, program.description, program.duration, program.schedule]),
  );
}

const SIMILAR = 3;

/** Others of the same category, the newest first. */
export const similarTo = ({ id, category }: Program, programs: Program[]): Program[] =>
  programs
    .filter((other) => other.category === category && other.id !== id)
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id)
    .slice(0, SIMILAR);
