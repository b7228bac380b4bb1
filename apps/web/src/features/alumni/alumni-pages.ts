import { type AlumniCategory, alumniCategories } from '@institute/contract/alumni.constants';
import { capitalise } from '@institute/contract/text';
import type { Api } from '../../api/api.ts';
import { filterOf, type ListChoice } from '../../lists/list-choice.ts';

/** The alumni query for the filter in the URL. */
export const alumniPages =
  ({ alumni }: Api['queries'], choice: ListChoice) =>
  (page: number) =>
    alumni.list(filterOf(alumniCategories, choice), page);

const labels: Partial<Record<string, string>> = { youth: 'Youth Teams' } satisfies Partial<
  Record<AlumniCategory, string>
>;

export const categoryLabel = (category: string): string => labels[category] ?? capitalise(category);
