import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Api } from './api.ts';

/** The queries and calls of the public pages. */
export const useApi = (): Api => useRouter().options.context;

/** Texts and settings of the public site. The root route has loaded them. */
export const useSite = () => useSuspenseQuery(useApi().queries.site.get()).data;
