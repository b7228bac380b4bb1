import { alumniCategories } from '@institute/contract/alumni.constants';
import { galleryFilters } from '@institute/contract/gallery.constants';
import { postFilters } from '@institute/contract/posts.constants';
import { type ProgramOrder, programCategories, programOrders } from '@institute/contract/programs.constants';
import type { Api } from '../api/api.ts';
import { findChosenOrder, type ListChoice, toFilter } from './list-choice.ts';

type Queries = Api['queries'];

export const queryAlumniPages = (queries: Queries, choice: ListChoice) => (page: number) =>
  queries.alumni.list(toFilter(alumniCategories, choice), page);

/** Items of the category "videos" appear only without a filter. */
export const queryGalleryPages = (queries: Queries, choice: ListChoice) => (page: number) =>
  queries.gallery.list(toFilter(galleryFilters, choice), page);

export const queryVideoPages = (queries: Queries) => (page: number) =>
  queries.gallery.list({ type: 'video' }, page);

export const queryPostPages = (queries: Queries, choice: ListChoice) => (page: number) =>
  queries.posts.list(toFilter(postFilters, choice), page);

export const queryProgramPages = (queries: Queries, choice: ListChoice) => (page: number) =>
  queries.programs.list(
    { ...toFilter(programCategories, choice), sort: findChosenOrder(programOrders, choice) as ProgramOrder },
    page,
  );
