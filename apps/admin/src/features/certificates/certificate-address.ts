import type { CertificateQuery } from '@institute/contract';
import { certificateColumns, certificateStates } from '@institute/contract/certificates.constants';
import * as z from 'zod/mini';
import {
  idParameter,
  makeOrderParameter,
  makeWordParameter,
  pagingParameters,
  textParameter,
} from '../../lists/address.ts';
import { makeListQuery } from '../../lists/list-search.ts';

export const DEFAULT_SORT = '-number';

export const certificateAddress = z.object({
  q: textParameter,
  program: idParameter,
  state: makeWordParameter(certificateStates),
  sort: makeOrderParameter(certificateColumns, DEFAULT_SORT),
  ...pagingParameters,
});
export type CertificateSearch = z.infer<typeof certificateAddress>;

export const toCertificateQuery = ({
  page,
  size,
  program,
  ...filter
}: CertificateSearch): CertificateQuery => ({
  ...makeListQuery({ page, size }),
  ...filter,
  programId: program,
});
