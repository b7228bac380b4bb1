import { arrival, pathId, receivedGift } from '@institute/contract';
import { limits } from '@institute/contract/common.constants';
import type { DonationMethod, DonationStatus } from '@institute/contract/donations.constants';
import type { Currency } from '@institute/contract/money';
import * as z from 'zod';
import { adminProcedure, router } from '../../admin/trpc.ts';
import { exportTicket } from '../../exports/ticket.ts';
import type { EmailRow } from '../emails/email.entity.ts';
import type { DonationRow } from './donation.entity.ts';
import { donationExport, donationFilter } from './donation.export.ts';
import {
  donationTotals,
  getDonation,
  listDonations,
  listNotices,
  markReceived,
  recordDonation,
  resendReceipt,
} from './donation-office.service.ts';
import type { PaymentNoticeRow } from './payment-notice.entity.ts';

const query = donationFilter.extend({
  limit: z.int().min(1).max(limits.page).default(50),
  offset: z.int().min(0).max(limits.id).default(0),
});

export const donationAdmin = router({
  list: adminProcedure.input(query).query(async ({ ctx, input }) => {
    const { items, total } = await listDonations(ctx, input);
    return { items: items.map(rowView), total };
  }),

  get: adminProcedure.input(pathId).query(async ({ ctx, input: { id } }) => {
    const { donation, notices, receipts } = await getDonation(ctx, id);
    return {
      ...rowView(donation),
      note: donation.note ?? null,
      checks: donation.checks,
      nextCheckAt: donation.nextCheckAt?.toISOString() ?? null,
      notices: notices.map(noticeView),
      receipts: receipts.map(receiptView),
    };
  }),

  totals: adminProcedure.query(({ ctx }) => donationTotals(ctx)),

  /** What the payment provider has told of payments that are not ours. */
  notices: adminProcedure.query(async ({ ctx }) => (await listNotices(ctx)).map(noticeView)),

  record: adminProcedure
    .input(receivedGift)
    .mutation(async ({ ctx, input }) => rowView(await recordDonation(ctx, input))),

  markReceived: adminProcedure
    .input(pathId.extend(arrival.shape))
    .mutation(async ({ ctx, input: { id, ...how } }) => rowView(await markReceived(ctx, id, how))),

  resendReceipt: adminProcedure.input(pathId).mutation(({ ctx, input: { id } }) => resendReceipt(ctx, id)),

  exportTicket: exportTicket(donationExport),
});

/** A row of the list. */
interface DonationView {
  id: number;
  txRef: string;
  name: string;
  email: string | null;
  phone: string | null;
  currency: Currency;
  amount: number;
  status: DonationStatus;
  method: DonationMethod;
  isTest: boolean;
  receiptNumber: string | null;
  paidAt: string | null;
  createdAt: string;
}

const rowView = (row: DonationRow): DonationView => ({
  id: row.id,
  txRef: row.txRef,
  name: row.name,
  email: row.email ?? null,
  phone: row.phone ?? null,
  currency: row.currency,
  amount: row.amount,
  status: row.status,
  method: row.method,
  isTest: row.isTest,
  receiptNumber: row.receiptNumber ?? null,
  paidAt: row.paidAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

const noticeView = (row: PaymentNoticeRow) => ({
  id: row.id,
  event: row.event ?? null,
  txRef: row.txRef ?? null,
  body: row.body,
  createdAt: row.createdAt.toISOString(),
});

const receiptView = (row: EmailRow) => ({
  id: row.id,
  state: row.state,
  sentAt: row.sentAt?.toISOString() ?? null,
  lastError: row.lastError ?? null,
  createdAt: row.createdAt.toISOString(),
});
