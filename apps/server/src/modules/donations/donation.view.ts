import { donationRecord, donationState, type ReceiptProof } from '@institute/contract';
import type { DonationMethod, DonationStatus } from '@institute/contract/donations.constants';
import { viewOf } from '../content/content.view.ts';
import type { OutgoingMessageRow } from '../outbox/outgoing-message.entity.ts';
import { DonationEntity, type DonationRow, type PaymentNoticeRow } from './donation.entity.ts';

export const { view: stateView } = viewOf(DonationEntity, donationState, ({ mismatchAt }) => ({
  needsReview: mismatchAt != null,
}));

export const { view: recordView } = viewOf(DonationEntity, donationRecord, ({ receiptNumber }) => ({
  receipt: receiptNumber ?? null,
}));

export const rowView = (row: DonationRow) => ({
  id: row.id,
  txRef: row.txRef,
  name: row.name,
  email: row.email ?? null,
  phone: row.phone ?? null,
  currency: row.currency,
  amount: row.amount,
  status: row.status as DonationStatus,
  method: row.method as DonationMethod,
  isTest: row.isTest,
  needsReview: row.mismatchAt != null,
  receiptNumber: row.receiptNumber ?? null,
  paidAt: row.paidAt?.toISOString() ?? null,
  cancellationNumber: row.cancellationNumber ?? null,
  createdAt: row.createdAt.toISOString(),
});
export type DonationView = ReturnType<typeof rowView>;

export const fullView = (row: DonationRow) => ({
  ...rowView(row),
  note: row.note ?? null,
  checks: row.checks,
  nextCheckAt: row.nextCheckAt?.toISOString() ?? null,
  cancelledAt: row.cancelledAt?.toISOString() ?? null,
  cancelReason: row.cancelReason ?? null,
});

export const linkView = ({ id, receiptNumber }: DonationRow) => ({
  id,
  receiptNumber: receiptNumber ?? null,
});

export const noticeView = (row: PaymentNoticeRow) => ({
  id: row.id,
  event: row.event ?? null,
  txRef: row.txRef ?? null,
  body: row.body,
  createdAt: row.createdAt.toISOString(),
});
export type NoticeView = ReturnType<typeof noticeView>;

export const proofView = (row: DonationRow): ReceiptProof | null =>
  row.receiptNumber && row.paidAt
    ? {
        number: row.receiptNumber,
        amount: row.amount,
        currency: row.currency,
        paidAt: row.paidAt.toISOString(),
        isTest: row.isTest,
        isCancelled: row.status === 'cancelled',
      }
    : null;

export const receiptView = (row: OutgoingMessageRow) => ({
  id: row.id,
  state: row.state,
  sentAt: row.sentAt?.toISOString() ?? null,
  lastError: row.lastError ?? null,
  createdAt: row.createdAt.toISOString(),
});
