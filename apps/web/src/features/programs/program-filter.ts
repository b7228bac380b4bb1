import type { Program } from '@institute/contract';
import { programCategories } from '@institute/contract/programs.constants';
import { finds } from '../../api/search.ts';
import { chosenOf, type ListChoice } from '../../ui/list-choice.ts';

export function filterPrograms(programs: Program[], choice: ListChoice): Program[] {
  const category = chosenOf(programCategories, choice);
  const wanted = choice.q ?? '';
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
