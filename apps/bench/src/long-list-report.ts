import { FIRST_VIEW_KB, type LongList, ratioOf, TIMES_DEMO } from './long-lists.ts';
import { AMOUNTS } from './many-items.ts';

const isMet = (list: LongList) => ratioOf(list) <= TIMES_DEMO && (list.firstViewKb ?? 0) <= FIRST_VIEW_KB;

export const missedLists = (lists: LongList[]): string[] =>
  lists.filter((list) => !isMet(list)).map(({ path }) => `many items: ${path}`);

export const longListSection = (lists: LongList[]): string => `## Many items

The pages of a site with ${AMOUNTS.posts.toLocaleString('en')} posts of about 1,000 words, ${AMOUNTS.gallery_items.toLocaleString('en')} gallery items, ${AMOUNTS.alumni} alumni and ${AMOUNTS.programs} programs, compared with those of
the demo content. The first view is everything that Lighthouse's phone loads before scrolling, with images and fonts. Renders are medians without
the page cache, measured on both products in turn.

| page | first view kB | target | demo ms | many ms | ratio | target |  |
| --- | --- | --- | --- | --- | --- | --- | --- |
${lists.map(row).join('\n')}
`;

const row = (list: LongList): string => {
  const { path, firstViewKb, demoMs, manyMs } = list;
  const weight = firstViewKb?.toFixed(0) ?? '–';
  const cells = [`\`${path}\``, weight, `≤ ${FIRST_VIEW_KB}`, demoMs.toFixed(1), manyMs.toFixed(1)];
  return `| ${[...cells, ratioOf(list).toFixed(2), `≤ ${TIMES_DEMO}`, isMet(list) ? 'met' : '**missed**'].join(' | ')} |`;
};
