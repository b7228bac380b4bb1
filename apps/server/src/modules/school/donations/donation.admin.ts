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
import { getDonationDetail, listDonations, listOpenNotices, sumDonations } from './donation-list.service.ts';
import {
  cancelDonation,
  correctDonation,
  getCounterReceipt,
  markReceived,
  recordDonation,
} from './office-donation.service.ts';
import { resendReceipt } from './receipt.service.ts';

const query = donationFilter.extend({
  /** `date`: time of payment, or of the start if the donation is not paid. */
  sort: sortBy(['id', 'name', 'amount', 'method', 'status', 'receiptNumber', 'date']).optional(),
  ...pageParameters,
});

const procedure = makeProcedure(needs.donations);

export const donationAdmin = router({
  list: procedure.input(query).query(({ ctx, input }) => listDonations(ctx, input)),

  get: procedure.input(pathId).query(({ ctx, input: { id } }) => getDonationDetail(ctx, id)),

  totals: procedure.query(({ ctx }) => sumDonations(ctx)),

  notices: procedure.query(({ ctx }) => listOpenNotices(ctx)),

  /** The key prevents a second donation when the request is repeated after a lost answer. */
  record: procedure
    .input(receivedDonation.extend({ idempotencyKey: idempotencyHeaders.shape['idempotency-key'] }))
    .mutation(async ({ ctx, input: { idempotencyKey, ...received } }) =>
      toDonationRowView(await recordDonation(ctx, received, idempotencyKey)),
    ),

  markReceived: procedure
    .input(pathId.extend(receivedMoney.shape))
    .mutation(async ({ ctx, input: { id, ...how } }) => toDonationRowView(await markReceived(ctx, id, how))),

  cancel: procedure
    .input(pathId.extend(cancellation.shape))
    .mutation(async ({ ctx, input: { id, reason } }) =>
      toDonationRowView(await cancelDonation(ctx, id, reason)),
    ),

  counterReceipt: procedure
    .input(pathId)
    .query(async ({ ctx, input: { id } }) => toJsonFile(await getCounterReceipt(ctx, id))),

  correct: procedure
    .input(pathId.extend(correctedDonation.shape))
    .mutation(async ({ ctx, input: { id, reason, ...received } }) =>
      toDonationRowView(await correctDonation(ctx, id, { reason, received })),
    ),

  resendReceipt: procedure.input(pathId).mutation(({ ctx, input: { id } }) => resendReceipt(ctx, id)),

  exportTicket: exportTicket(donationExport),
});
