import { ANSWER_WITHIN_MS, ROUNDS, type Search } from './searches.ts';

const isFast = ({ p95Ms }: Search) => p95Ms <= ANSWER_WITHIN_MS;

export const slowSearches = (searches: Search[]): string[] =>
  searches.filter((search) => !isFast(search)).map(({ name }) => `search: ${name}`);

export const searchSection = (searches: Search[]): string => `## A hundred thousand registrations

Searches, filters and sorts of the registration desk, on a separate database with 100,000 of them: twenty rows, the count of each
status and the possible duplicates, timed from the request to the last byte. Each search runs ${ROUNDS} times, one after the other. For comparison, the plain
statements (one exact count, \`order by … limit 20\`) run with \`pg\` on the same PostgreSQL with the same indexes, without HTTP, session or duplicates.

| asked for | p50 ms | p95 ms | plain p95 ms | ratio | target |  |
| --- | --- | --- | --- | --- | --- | --- |
${searches.map(row).join('\n')}
`;

const row = (search: Search): string => {
  const { name, p50Ms, p95Ms, plainP95Ms } = search;
  const cells = [
    name,
    p50Ms.toFixed(1),
    p95Ms.toFixed(1),
    plainP95Ms.toFixed(1),
    (p95Ms / plainP95Ms).toFixed(2),
  ];
  return `| ${[...cells, `≤ ${ANSWER_WITHIN_MS} ms`, isFast(search) ? 'met' : '**missed**'].join(' | ')} |`;
};
