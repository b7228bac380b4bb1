import { pathId } from '@institute/contract';
import { currencyCodes, donationStatuses, limits } from '@institute/contract/constants';
import * as z from 'zod';
import { adminProcedure, router } from '../../admin/trpc.ts';
import type { DonationRow } from './donation.entity.ts';
import { donationTotals, listDonations, markReceived, resendReceipt } from './donation-office.service.ts';

const query = z.object({
  limit: z.int().min(1).max(limits.page).default(50),
  offset: z.int().min(0).max(limits.id).default(0),
  status: z.enum(donationStatuses).optional(),
  currency: z.enum(currencyCodes).optional(),
});

export const donationAdmin = router({
  list: adminProcedure.input(query).query(async ({ ctx, input }) => {
    const { items, total } = await listDonations(ctx, input);
    return { items: items.map(rowView), total };
  }),

  totals: adminProcedure.query(({ ctx }) => donationTotals(ctx)),

  markReceived: adminProcedure
    .input(pathId)
    .mutation(async ({ ctx, input: { id } }) => rowView(await markReceived(ctx, id))),

  resendReceipt: adminProcedure.input(pathId).mutation(({ ctx, input: { id } }) => resendReceipt(ctx, id)),
});

const rowView = (row: DonationRow) => ({
  id: row.id,
  txRef: row.txRef,
  name: row.name,
  email: row.email,
  phone: row.phone ?? null,
  currency: row.currency,
  amount: row.amount,
  status: row.status,
  isTest: row.isTest,
  receiptNumber: row.receiptNumber ?? null,
  paidAt: row.paidAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});
