import { donationQuery } from '@institute/contract';
import { needs } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { declareCsvExport, makeIdPager } from '../../../exports/csv-export.ts';
import { findDonationBatch } from './donation-list.service.ts';

const { q, status, currency } = donationQuery.shape;
export const donationFilter = z.object({ q, status, currency });

export const donationExport = declareCsvExport({
  name: 'donations',
  need: needs.donations,
  needsPassword: true,
  entityType: 'donation',
  input: donationFilter,
  description: () => 'Exported the donations',
  batches: makeIdPager(findDonationBatch),
  columns: () => [
    { heading: 'Receipt', cell: ({ receiptNumber }) => receiptNumber },
    { heading: 'Status', cell: ({ status }) => status },
    { heading: 'Received', cell: ({ paidAt }) => paidAt },
    { heading: 'Started', cell: ({ createdAt }) => createdAt },
    { heading: 'Name', cell: ({ name }) => name },
    { heading: 'Email', cell: ({ email }) => email },
    { heading: 'Phone', isPhone: true, cell: ({ phone }) => phone },
    { heading: 'Currency', cell: ({ currency }) => currency },
    { heading: 'Amount', cell: ({ amount }) => amount },
    { heading: 'Method', cell: ({ method }) => method },
    { heading: 'Test Mode', cell: ({ isTest }) => (isTest ? 'yes' : 'no') },
    { heading: 'Payment Reference', cell: ({ txRef }) => txRef },
    { heading: 'Note', cell: ({ note }) => note },
    { heading: 'Counter-receipt', cell: ({ cancellationNumber }) => cancellationNumber },
    { heading: 'Cancelled', cell: ({ cancelledAt }) => cancelledAt },
    { heading: 'Reason', cell: ({ cancelReason }) => cancelReason },
  ],
});
