import { alumniCategories } from '@institute/contract/alumni.constants';
import { galleryFilters } from '@institute/contract/gallery.constants';
import { postFilters } from '@institute/contract/posts.constants';
import {
  type ProgramOrder,
  programCategories,
  programOrderNames,
} from '@institute/contract/programs.constants';
import type { Api } from '../api/api.ts';
import { findChosenOrder, type ListChoice, toListFilter } from './list-choice.ts';

type SiteQueries = Api['queries'];

export const queryAlumniPages = (queries: SiteQueries, choice: ListChoice) => (page: number) =>
  queries.alumni.list(toListFilter(alumniCategories, choice), page);

/** Items of the category "videos" appear only without a filter. */
export const queryGalleryPages = (queries: SiteQueries, choice: ListChoice) => (page: number) =>
  queries.gallery.list(toListFilter(galleryFilters, choice), page);

export const queryVideoPages = (queries: SiteQueries) => (page: number) =>
  queries.gallery.list({ type: 'video' }, page);

export const queryPostPages = (queries: SiteQueries, choice: ListChoice) => (page: number) =>
  queries.posts.list(toListFilter(postFilters, choice), page);

export const queryProgramPages = (queries: SiteQueries, choice: ListChoice) => (page: number) =>
  queries.programs.list(
    {
      ...toListFilter(programCategories, choice),
      sort: findChosenOrder(programOrderNames, choice) as ProgramOrder,
    },
    page,
  );
