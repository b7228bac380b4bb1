import type { RegistrationListQuery } from '@institute/contract';
import { documentFilters } from '@institute/contract/applicant-documents.constants';
import {
  findDayRangeFault,
  registrationColumns,
  registrationStatuses,
} from '@institute/contract/registrations.constants';
import * as z from 'zod/mini';
import { day, id, paging, parseOrder, parseWord, text } from '../../lists/address.ts';
import { listQuery } from '../../lists/list-search.ts';

export const DEFAULT_SORT = '-createdAt';

export const deskAddress = z.object({
  q: text,
  status: parseWord(registrationStatuses),
  program: id,
  intake: id,
  from: day,
  to: day,
  documents: parseWord(documentFilters),
  sort: parseOrder(registrationColumns, DEFAULT_SORT),
  ...paging,
  open: id,
});
export type DeskSearch = z.infer<typeof deskAddress>;

/** Leaves out the days when they are the wrong way round. The form shows that error. */
export const toFilter = ({ q, status, program, intake, from, to, documents }: DeskSearch) => ({
  q,
  status,
  programId: program,
  intakeId: intake,
  documents,
  ...(!findDayRangeFault({ from, to }) && { from, to }),
});

export const toListQuery = ({
  page,
  size,
  sort = DEFAULT_SORT,
  ...search
}: DeskSearch): RegistrationListQuery => ({
  ...toFilter(search),
  ...listQuery({ page, size }),
  sort,
});
