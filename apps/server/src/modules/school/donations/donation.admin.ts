import {
  cancellation,
  correctedDonation,
  idempotencyHeaders,
  pageParameters,
  receivedDonation,
  receivedMoney,
  sortBy,
} from '@institute/contract';
import { pathId } from '@institute/contract/fields';
import { needs } from '@institute/contract/rights.constants';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import { exportTicket } from '../../../exports/ticket.ts';
import { toJsonFile } from '../../platform/numbered-documents/receipt-file.service.ts';
import { donationExport, donationFilter } from './donation.export.ts';
import { toDonationRowView } from './donation.view.ts';
import {
  getDonationDetail,
  listDonations,
  listOpenNotices,
  sumDonationsByMonth,
} from './donation-list.service.ts';
import {
  cancelDonation,
  correctDonation,
  getCounterReceipt,
  markDonationReceived,
  recordDonation,
} from './office-donation.service.ts';
import { resendReceipt } from './receipt.service.ts';

const donationListQuery = donationFilter.extend({
  /** `date`: time of payment, or of the start if the donation is not paid. */
  sort: sortBy(['id', 'name', 'amount', 'method', 'status', 'receiptNumber', 'date']).optional(),
  ...pageParameters,
});

const donationsProcedure = makeProcedure(needs.donations);

export const donationAdminRouter = router({
  list: donationsProcedure.input(donationListQuery).query(({ ctx, input }) => listDonations(ctx, input)),

  get: donationsProcedure.input(pathId).query(({ ctx, input: { id } }) => getDonationDetail(ctx, id)),

  totals: donationsProcedure.query(({ ctx }) => sumDonationsByMonth(ctx)),

  notices: donationsProcedure.query(({ ctx }) => listOpenNotices(ctx)),

  /** The key prevents a second donation when the request is repeated after a lost answer. */
  record: donationsProcedure
    .input(receivedDonation.extend({ idempotencyKey: idempotencyHeaders.shape['idempotency-key'] }))
    .mutation(async ({ ctx, input: { idempotencyKey, ...received } }) =>
      toDonationRowView(await recordDonation(ctx, received, idempotencyKey)),
    ),

  markReceived: donationsProcedure
    .input(pathId.extend(receivedMoney.shape))
    .mutation(async ({ ctx, input: { id, ...how } }) =>
      toDonationRowView(await markDonationReceived(ctx, id, how)),
    ),

  cancel: donationsProcedure
    .input(pathId.extend(cancellation.shape))
    .mutation(async ({ ctx, input: { id, reason } }) =>
      toDonationRowView(await cancelDonation(ctx, id, reason)),
    ),

  counterReceipt: donationsProcedure
    .input(pathId)
    .query(async ({ ctx, input: { id } }) => toJsonFile(await getCounterReceipt(ctx, id))),

  correct: donationsProcedure
    .input(pathId.extend(correctedDonation.shape))
    .mutation(async ({ ctx, input: { id, reason, ...received } }) =>
      toDonationRowView(await correctDonation(ctx, id, { reason, received })),
    ),

  resendReceipt: donationsProcedure
    .input(pathId)
    .mutation(({ ctx, input: { id } }) => resendReceipt(ctx, id)),

  exportTicket: exportTicket(donationExport),
});
