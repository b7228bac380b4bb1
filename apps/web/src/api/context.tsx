import { createContext, use } from 'react';
import type { Api } from './api.ts';

const ApiContext = createContext<Api | null>(null);

export const ApiProvider = ApiContext.Provider;

/** The queries and calls of the public pages, for parts that no loader serves. */
export function useApi(): Api {
  const api = use(ApiContext);
  if (!api) throw new Error('This part stands outside the page');
  return api;
}
