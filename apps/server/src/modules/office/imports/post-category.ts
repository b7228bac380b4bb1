import type { PostCategory } from '@institute/contract/posts.constants';

const categoryPatterns: readonly (readonly [PostCategory, RegExp])[] = [
  ['events', /event|workshop|exhibition/i],
  ['achievements', /achievement|award|success/i],
  ['announcements', /announce|notice|admission/i],
  ['community', /communit|outreach|alumni/i],
];

/** Finds our category for the names of categories on the old site. */
export const findCategory = (names: readonly string[]): PostCategory | undefined =>
  categoryPatterns.find(([, words]) => names.some((name) => words.test(name)))?.[0];
