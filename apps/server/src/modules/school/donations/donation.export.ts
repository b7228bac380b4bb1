import { donationQuery } from '@institute/contract';
import { needs } from '@institute/contract/rights.constants';
import { sheetTime } from '@institute/contract/time';
import * as z from 'zod';
import { csvExport, pageById } from '../../../exports/csv-export.ts';
import { donationBatch } from './donation-list.service.ts';

const { q, status, currency } = donationQuery.shape;
export const donationFilter = z.object({ q, status, currency });

export const donationExport = csvExport({
  name: 'donations',
  need: needs.donations,
  needsPassword: true,
  entityType: 'donation',
  input: donationFilter,
  description: () => 'Exported the donations',
  batches: pageById(donationBatch),
  columns: () => [
    { heading: 'Receipt', cell: ({ receiptNumber }) => receiptNumber ?? null },
    { heading: 'Status', cell: ({ status }) => status },
    { heading: 'Received', cell: ({ paidAt }) => exportInstant(paidAt) },
    { heading: 'Started', cell: ({ createdAt }) => exportInstant(createdAt) },
    { heading: 'Name', cell: ({ name }) => name },
    { heading: 'Email', cell: ({ email }) => email ?? null },
    { heading: 'Phone', isPhone: true, cell: ({ phone }) => phone ?? null },
    { heading: 'Currency', cell: ({ currency }) => currency },
    { heading: 'Amount', cell: ({ amount }) => amount },
    { heading: 'Method', cell: ({ method }) => method },
    { heading: 'Test Mode', cell: ({ isTest }) => (isTest ? 'yes' : 'no') },
    { heading: 'Payment Reference', cell: ({ txRef }) => txRef },
    { heading: 'Note', cell: ({ note }) => note ?? null },
    { heading: 'Counter-receipt', cell: ({ cancellationNumber }) => cancellationNumber ?? null },
    { heading: 'Cancelled', cell: ({ cancelledAt }) => exportInstant(cancelledAt) },
    { heading: 'Reason', cell: ({ cancelReason }) => cancelReason ?? null },
  ],
});

const exportInstant = (value: Date | null | undefined) => (value ? sheetTime(value.toISOString()) : null);
