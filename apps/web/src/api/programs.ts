import type { Call } from '@institute/client/call';
import { ok, okPage } from '@institute/client/failure';
import type { Program } from '@institute/contract';
import { limits } from '@institute/contract/common.constants';
import type { ProgramCategory } from '@institute/contract/programs.constants';
import { queryOptions } from '@tanstack/react-query';
import { offsetOf, pageOptions } from './pages.ts';
import { publicQuery } from './query-client.ts';

type Filter = { category?: ProgramCategory | undefined; q?: string | undefined };

const SIMILAR = 3;
/** Slides of the home page; nobody turns through more. */
const SLIDES = 12;

export const programQueries = (call: Call) => ({
  list: (filter: Filter = {}, page = 1) =>
    pageOptions(['programs', 'list', filter, page], () =>
      okPage(call('GET /programs/summaries', { query: { ...filter, ...offsetOf(page) } })),
    ),
  slides: () =>
    pageOptions(['programs', 'slides'], () =>
      okPage(call('GET /programs/summaries', { query: { limit: SLIDES } })),
    ),
  /** Every program that one can register for. */
  choices: () =>
    queryOptions({
      ...publicQuery,
      queryKey: ['programs', 'choices'],
      queryFn: () => ok(call('GET /programs/summaries', { query: { limit: limits.page } })),
    }),
  /** Others of the same category, the newest first. */
  similar: ({ id, category }: Pick<Program, 'id' | 'category'>) =>
    queryOptions({
      ...publicQuery,
      queryKey: ['programs', 'similar', id, category],
      queryFn: () =>
        ok(
          call('GET /programs/summaries', {
            query: { category, exclude: id, sort: '-createdAt', limit: SIMILAR },
          }),
        ),
    }),
  detail: (id: string) =>
    queryOptions({
      ...publicQuery,
      queryKey: ['programs', 'detail', id],
      queryFn: () => ok(call('GET /programs/:id', { params: { id } })),
    }),
});
