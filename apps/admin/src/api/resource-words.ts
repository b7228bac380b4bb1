import { capitalise } from '@institute/contract/text';

export type ResourceWords = {
  one: string;
  many: string;
  heading: string;
  total: (count: number) => string;
  add: string;
  addTitle: string;
  editTitle: string;
  created: string;
  updated: string;
  deleted: string;
  restored: string;
  saveFailed: string;
  deleteFailed: string;
  restoreFailed: string;
  deleteQuestion: string;
  empty: string;
  /** Tells in an empty list where its items come from. For lists to which the office itself adds nothing. */
  source?: string | undefined;
};

const toTitleCase = (words: string) => words.split(' ').map(capitalise).join(' ');

type ResourceNames = {
  /** Lower case: "gallery item". */
  one: string;
  many: string;
  add?: string;
  source?: string;
};

export const makeResourceWords = ({
  one,
  many,
  add = `New ${toTitleCase(one)}`,
  source,
}: ResourceNames): ResourceWords => ({
  one,
  many,
  heading: toTitleCase(many),
  total: (count) => `Total ${toTitleCase(many)}: ${count}`,
  add,
  addTitle: `Add New ${toTitleCase(one)}`,
  editTitle: `Edit ${toTitleCase(one)}`,
  created: `${capitalise(one)} created successfully`,
  updated: `${capitalise(one)} updated successfully`,
  deleted: `${capitalise(one)} deleted successfully`,
  restored: `${capitalise(one)} restored successfully`,
  saveFailed: `Failed to save ${one}`,
  deleteFailed: `Failed to delete ${one}`,
  restoreFailed: `Failed to restore ${one}`,
  deleteQuestion: `Are you sure you want to delete this ${one}?`,
  empty: `No ${many} found matching your criteria.`,
  source,
});
