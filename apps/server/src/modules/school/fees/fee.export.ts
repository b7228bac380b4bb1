import { bookFilter, chargeBookFilter, feeAccountFilter, takingsQuery } from '@institute/contract';
import { computePercentPaid, feeMethodNames, payCode } from '@institute/contract/fees.constants';
import { needs } from '@institute/contract/rights.constants';
import { declareCsvExport, type ExportColumn, makeIdPager } from '../../../exports/csv-export.ts';
import { findFeeAccountBatch } from './accounts/fee-account.service.ts';
import {
  type BookRow,
  listChargeBatch,
  listDailyTakings,
  readBookBatches,
} from './books/fee-book.service.ts';

const peopleExportOptions = { entityType: 'fee', need: needs.fees, needsPassword: true } as const;

export const feeExport = declareCsvExport({
  ...peopleExportOptions,
  name: 'fees',
  input: feeAccountFilter,
  description: ({ asOf }) => `Exported the accounts of fees${asOf ? ` as of ${asOf}` : ''}`,
  batches: makeIdPager(findFeeAccountBatch),
  columns: () => [
    { heading: 'Name', cell: ({ name }) => name },
    { heading: 'Reference', cell: ({ reference }) => reference },
    { heading: 'Pay Code', cell: ({ id }) => payCode(id) },
    { heading: 'Phone', cell: ({ phone }) => phone, isPhone: true },
    { heading: 'Guardian Phone', cell: ({ guardianPhone }) => guardianPhone, isPhone: true },
    { heading: 'Program', cell: ({ program }) => program },
    { heading: 'Start Date', cell: ({ startsOn }) => startsOn },
    { heading: 'Status', cell: ({ status }) => status },
    { heading: 'Charged', cell: ({ charged }) => charged },
    { heading: 'Paid', cell: ({ paid }) => paid },
    { heading: 'Paid (%)', cell: ({ charged, paid }) => computePercentPaid(charged, paid) },
    { heading: 'Balance', cell: ({ balance }) => balance },
    { heading: 'Overdue', cell: ({ overdue }) => overdue },
    { heading: 'Next Due', cell: ({ nextDueOn }) => nextDueOn },
    { heading: 'Next Amount', cell: ({ nextDueAmount }) => nextDueAmount },
  ],
});

export const feeBookExport = declareCsvExport({
  ...peopleExportOptions,
  name: 'fee-book',
  input: bookFilter,
  description: () => 'Exported the book of payments',
  batches: readBookBatches,
  columns: (): ExportColumn<BookRow>[] => [
    { heading: 'Recorded At', cell: ({ recordedAt }) => new Date(recordedAt) },
    { heading: 'Recorded By', cell: ({ recordedBy }) => recordedBy },
    { heading: 'Received On', cell: ({ receivedOn }) => receivedOn },
    { heading: 'Backdated', cell: ({ isBackdated }) => (isBackdated ? 'yes' : null) },
    { heading: 'Kind', cell: ({ kind }) => kind },
    { heading: 'Numbers', cell: ({ numbers }) => numbers.join(' ') },
    { heading: 'Cancels', cell: ({ countersNumbers }) => countersNumbers },
    {
      heading: 'Cancelled By',
      cell: ({ counteredBy, counteredByNumber }) => counteredBy && (counteredByNumber ?? 'yes'),
    },
    { heading: 'Amount', cell: ({ amount }) => amount },
    { heading: 'Method', cell: ({ method }) => feeMethodNames[method] },
    { heading: 'Transaction ID', cell: ({ operatorId }) => operatorId },
    { heading: 'Payer', cell: ({ payerName }) => payerName },
    { heading: 'People', cell: ({ parts }) => parts.flatMap(({ name }) => name ?? []).join(', ') },
    {
      heading: 'References',
      cell: ({ parts }) => parts.flatMap(({ reference }) => reference ?? []).join(' '),
    },
    { heading: 'Parts', cell: ({ parts }) => parts.map(({ amount }) => amount).join(' ') },
    { heading: 'Reason', cell: ({ reason }) => reason },
    { heading: 'Bank', cell: ({ bank }) => bank },
  ],
});

export const feeChargesExport = declareCsvExport({
  ...peopleExportOptions,
  name: 'fee-charges',
  input: chargeBookFilter,
  description: () => 'Exported the book of charges',
  batches: makeIdPager(listChargeBatch),
  columns: () => [
    { heading: 'Charged At', cell: ({ createdAt }) => new Date(createdAt) },
    { heading: 'Charged By', cell: ({ recordedBy }) => recordedBy },
    { heading: 'Name', cell: ({ name }) => name },
    { heading: 'Reference', cell: ({ reference }) => reference },
    { heading: 'Kind', cell: ({ kind }) => kind },
    { heading: 'Label', cell: ({ label }) => label },
    { heading: 'Amount', cell: ({ amount }) => amount },
    { heading: 'Due On', cell: ({ dueOn }) => dueOn },
    { heading: 'Reason', cell: ({ reason }) => reason },
  ],
});

export const feeTakingsExport = declareCsvExport({
  name: 'fee-takings',
  entityType: 'fee',
  input: takingsQuery,
  need: needs.fees,
  description: ({ from, to }) => `Exported the takings from ${from} to ${to}`,
  async *batches(ctx, days) {
    yield (await listDailyTakings(ctx, days)).items;
  },
  columns: () => [
    { heading: 'Day', cell: ({ day }) => day },
    { heading: 'Cashier', cell: ({ recordedBy }) => recordedBy },
    { heading: 'Method', cell: ({ method }) => feeMethodNames[method] },
    { heading: 'Amount', cell: ({ amount }) => amount },
    { heading: 'Movements', cell: ({ count }) => count },
    { heading: 'Receipts', cell: ({ receipts }) => receipts },
    { heading: 'Cancelled or Moved', cell: ({ notValid }) => notValid },
  ],
});
