import type { CertificateQuery } from '@institute/contract';
import { certificateColumns, certificateStates } from '@institute/contract/certificates.constants';
import * as z from 'zod/mini';
import { id, paging, parseOrder, parseWord, text } from '../../lists/address.ts';
import { listQuery } from '../../lists/list-search.ts';

export const DEFAULT_SORT = '-number';

export const certificateAddress = z.object({
  q: text,
  program: id,
  state: parseWord(certificateStates),
  sort: parseOrder(certificateColumns, DEFAULT_SORT),
  ...paging,
});
export type CertificateSearch = z.infer<typeof certificateAddress>;

export const toCertificateQuery = ({
  page,
  size,
  program,
  ...filter
}: CertificateSearch): CertificateQuery => ({
  ...listQuery({ page, size }),
  ...filter,
  programId: program,
});
