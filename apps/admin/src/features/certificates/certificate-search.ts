import type { CertificateQuery } from '@institute/contract';
import { certificateStates } from '@institute/contract/certificates.constants';
import { type ListSearch, listQuery, listSearch } from '../../lists/list-search.ts';

export type CertificateSearch = Pick<ListSearch, 'q' | 'page' | 'size'> &
  Pick<CertificateQuery, 'state' | 'sort'> & { program?: number };

/** Drops invalid values. The server checks `sort`. */
export function readCertificateSearch(given: Record<string, unknown>): CertificateSearch {
  const { q, page, size, sort } = listSearch(given);
  const program = Number(given.program);
  const state = certificateStates.find((name) => name === given.state);
  return {
    ...(q && { q }),
    ...(program && { program }),
    ...(state && { state }),
    ...(sort && { sort: sort as NonNullable<CertificateQuery['sort']> }),
    ...(page && { page }),
    ...(size && { size }),
  };
}

export const toCertificateFilter = ({ q, program, state }: CertificateSearch) => ({
  ...(q && { q: q.trim() }),
  ...(program && { programId: program }),
  ...(state && { state }),
});

export function toCertificateQuery(search: CertificateSearch): CertificateQuery {
  const { limit, offset } = listQuery({
    ...(search.page && { page: search.page }),
    ...(search.size && { size: search.size }),
  });
  const { sort } = search;
  return { ...toCertificateFilter(search), limit, offset, ...(sort && { sort }) };
}
