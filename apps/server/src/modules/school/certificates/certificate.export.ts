import { certificateFilter } from '@institute/contract';
import { needs } from '@institute/contract/rights.constants';
import { declareCsvExport, makeIdPager } from '../../../exports/csv-export.ts';
import { findCertificateBatch } from './certificate.service.ts';

/** Exports the register of certificates. */
export const certificateExport = declareCsvExport({
  name: 'certificates',
  need: needs.certificates,
  entityType: 'certificate',
  input: certificateFilter,
  needsPassword: true,
  description: () => 'Exported the register of certificates',
  batches: makeIdPager(findCertificateBatch),
  columns: () => [
    { heading: 'Number', cell: ({ number }) => number },
    { heading: 'Code', cell: ({ code }) => code },
    { heading: 'Name', cell: ({ holder }) => holder },
    { heading: 'Program', cell: ({ program }) => program },
    { heading: 'Hours', cell: ({ hours }) => hours },
    { heading: 'From', cell: ({ startsOn }) => startsOn },
    { heading: 'To', cell: ({ endsOn }) => endsOn },
    { heading: 'Result', cell: ({ result }) => result },
    { heading: 'Issued On', cell: ({ issuedOn }) => issuedOn },
    { heading: 'Reason for the Day', cell: ({ issueReason }) => issueReason },
    { heading: 'State', cell: ({ state }) => state },
    { heading: 'Withdrawn On', cell: ({ withdrawnOn }) => withdrawnOn },
    { heading: 'Reason', cell: ({ reason }) => reason },
  ],
});
