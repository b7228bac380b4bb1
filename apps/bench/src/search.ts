import type { RegistrationColumn } from '@institute/contract/registrations.constants';
import { seedRegistrations } from '../../server/src/testing/histories/many-registrations.ts';
import { repeatRun, signUp, withProduct } from './product.ts';
import {
  computeMedian,
  computeQuantile,
  type Figure,
  findWorstFigure,
  formatGroupedNumber,
  isShortRun,
  type ReportSection,
} from './report.ts';
import { getCompressed } from './wire.ts';

const WARM_UPS = isShortRun ? 1 : 5;
export const SEARCH_ROUNDS = isShortRun ? 3 : 40;
const ROW_COUNTS = isShortRun ? [2000, 5000] : [20_000, 100_000];
/** An institute of ordinary size has at most this many registrations. */
const ORDINARY_ROWS = 20_000;

/** A search in a list, as the input of the list's call. */
export interface SearchQuestion {
  name: string;
  [input: string]: string | number | undefined;
}

const exampleYear = { from: '2017-06-01', to: '2018-05-31' };
const sortedColumns: RegistrationColumn[] = ['name', 'email', 'program', 'startDate', 'status', 'createdAt'];

const listSearches = (amount: number): SearchQuestion[] => [
  { name: 'no search, first page' },
  { name: 'no search, last page', offset: amount - 20 },
  { name: 'one status, first page', status: 'accepted' },
  { name: 'one year', ...exampleYear },
  { name: 'one letter, in every row', q: 'a' },
  { name: 'two letters, in no row', q: 'zq' },
  { name: 'a name', q: 'Nakato' },
  { name: 'a name with an accent, typed without', q: 'zainab otim' },
  { name: 'a mail provider, in a quarter of the rows', q: 'gmail.com' },
  { name: 'the same, last page', q: 'gmail.com', offset: 980 },
  { name: 'an illness, of one in twenty-five', q: 'epilepsy' },
  { name: 'an illness, last page', q: 'asthma', offset: amount / 100 - 20 },
  { name: 'an allergy, of one in ten', q: 'groundnuts' },
  { name: 'a part of a phone', q: '79190' },
  { name: 'a reference', q: 'REG-2017-010000' },
  { name: 'nobody', q: 'nobody of this name' },
  ...sortedColumns.flatMap((column): SearchQuestion[] => [
    { name: `by ${column}`, sort: column },
    { name: `by ${column}, middle page`, sort: column, offset: amount / 2 },
  ]),
  { name: 'a name, by name', q: 'Nakato', sort: 'name' },
  { name: 'a mail provider in one program, by name', q: 'gmail.com', programId: 2, sort: 'name' },
];

export const measureSearch = (): Promise<ReportSection> =>
  withProduct(async ({ origin }, client, dataDir) => {
    const { token } = await signUp(origin);
    const searchFigures: Figure[] = [];
    let formerRowCount = 0;
    for (const rowCount of ROW_COUNTS) {
      await seedRegistrations(client, dataDir, formerRowCount, rowCount);
      formerRowCount = rowCount;
      const searchFigureName = `search, filter or sort of ${formatGroupedNumber(rowCount)} registrations, p95`;
      const registrationList = {
        name: searchFigureName,
        url: `${origin}/api/trpc/registrations.list`,
        token,
      };
      const searchLimitMs = rowCount > ORDINARY_ROWS ? 500 : 60;
      searchFigures.push(
        await timeListSearches({ ...registrationList, atMost: searchLimitMs }, listSearches(rowCount)),
      );
    }
    return {
      title: 'Search',
      text: `The registration desk among ${ROW_COUNTS.map(formatGroupedNumber).join(' and then ')} registrations: twenty rows, the count of each status and the possible duplicates, from the request to the last byte, p95 of ${SEARCH_ROUNDS} that follow each other. The slowest of ${listSearches(0).length} questions.`,
      figures: searchFigures,
    };
  });

/** Returns the time of the slowest search, from the request to the last byte of the answer. */
export async function timeListSearches(
  { name, url, token, atMost }: { name: string; url: string; token: string; atMost: number },
  questions: readonly SearchQuestion[],
): Promise<Figure> {
  const figures: Figure[] = [];
  for (const { name: question, ...input } of questions) {
    const encodedListInput = encodeURIComponent(JSON.stringify({ limit: 20, offset: 0, ...input }));
    const timeSearch = async () =>
      (await getCompressed(`${url}?input=${encodedListInput}`, { authorization: `Bearer ${token}` })).ms;
    const searchTimes = (await repeatRun(WARM_UPS + SEARCH_ROUNDS, timeSearch)).slice(WARM_UPS);
    const medianText = `median ${computeMedian(searchTimes).toFixed(1)} ms`;
    figures.push({
      name: question,
      value: computeQuantile(searchTimes, 0.95),
      unit: 'ms',
      atMost,
      details: medianText,
    });
  }
  return findWorstFigure(name, figures);
}
