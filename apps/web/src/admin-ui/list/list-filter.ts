import { capitalise } from '@institute/contract/rules';

/** What a list can be narrowed to by one choice among several. */
export type ListFilter<Category extends string = string> = {
  /** What it is called in the address and asked as of the server. */
  name?: 'category' | 'status';
  /** The name of the control. */
  label: string;
  /** The first one holds while nothing was chosen. */
  choices: readonly FilterChoice<Category>[];
};

type FilterChoice<Category extends string> = {
  label: string;
  /** As it stands in the address. */
  value: string;
  /** What is asked of the server; nothing shows all. */
  category?: Category;
};

export const filterName = ({ name = 'category' }: Pick<ListFilter, 'name'> = {}) => name;

/** The usual one: everything, or one category. */
export const categoryFilter = <C extends string>(categories: readonly C[]): ListFilter<C> => ({
  label: 'Category',
  choices: [
    { label: 'All categories', value: 'all' },
    ...categories.map((category) => ({ label: capitalise(category), value: category, category })),
  ],
});
