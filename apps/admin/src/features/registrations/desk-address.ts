import type { RegistrationListQuery } from '@institute/contract';
import { documentFilters } from '@institute/contract/applicant-documents.constants';
import {
  findDayRangeFault,
  registrationColumns,
  registrationStatuses,
} from '@institute/contract/registrations.constants';
import * as z from 'zod/mini';
import {
  dayParameter,
  idParameter,
  makeOrderParameter,
  makeWordParameter,
  pagingParameters,
  textParameter,
} from '../../lists/address.ts';
import { makeListQuery } from '../../lists/list-search.ts';

export const DEFAULT_SORT = '-createdAt';

export const deskAddress = z.object({
  q: textParameter,
  status: makeWordParameter(registrationStatuses),
  program: idParameter,
  intake: idParameter,
  from: dayParameter,
  to: dayParameter,
  documents: makeWordParameter(documentFilters),
  sort: makeOrderParameter(registrationColumns, DEFAULT_SORT),
  ...pagingParameters,
  open: idParameter,
});
export type DeskSearch = z.infer<typeof deskAddress>;

/** Leaves out the days if the first is after the last. The form shows that error. */
export const toDeskFilter = ({ q, status, program, intake, from, to, documents }: DeskSearch) => ({
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
  ...toDeskFilter(search),
  ...makeListQuery({ page, size }),
  sort,
});
