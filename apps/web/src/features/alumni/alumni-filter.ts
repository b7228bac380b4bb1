import type { Alumnus } from '@institute/contract';
import { type AlumniCategory, alumniCategories } from '@institute/contract/alumni.constants';
import { capitalise } from '@institute/contract/text';
import { finds } from '../../api/search.ts';
import { chosenOf, type ListChoice } from '../../ui/list-choice.ts';

/** By name or current team. */
export function filterAlumni(alumni: Alumnus[], choice: ListChoice): Alumnus[] {
  const category = chosenOf(alumniCategories, choice);
  return alumni.filter(
    (person) =>
      (!category || person.category === category) &&
      finds(choice.q ?? '', [person.name, person.currentTeam ?? '']),
  );
}

const labels: Partial<Record<string, string>> = { youth: 'Youth Teams' } satisfies Partial<
  Record<AlumniCategory, string>
>;

export const categoryLabel = (category: string): string => labels[category] ?? capitalise(category);
