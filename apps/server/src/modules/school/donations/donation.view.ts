import { donationRecord, donationState } from '@institute/contract';
import { shownFields } from '../../../database/shown-fields.ts';
import { makeView } from '../../platform/content/content.view.ts';
import { DonationEntity, type DonationRow } from './donation.entity.ts';

export const { view: stateView } = makeView(DonationEntity, donationState, ({ mismatchAt }) => ({
  needsReview: mismatchAt != null,
}));

export const { view: recordView } = makeView(DonationEntity, donationRecord, ({ receiptNumber }) => ({
  receipt: receiptNumber ?? null,
}));

export const rowView = (row: DonationRow) => ({
  ...shownFields(row, 'id', 'txRef', 'name', 'email', 'phone', 'currency', 'amount', 'isTest'),
  ...shownFields(row, 'receiptNumber', 'paidAt', 'cancellationNumber', 'createdAt', 'status', 'method'),
  needsReview: row.mismatchAt != null,
});

export const fullView = (row: DonationRow) => ({
  ...rowView(row),
  ...shownFields(row, 'note', 'checks', 'nextCheckAt', 'cancelledAt', 'cancelReason'),
});

export const linkView = (row: DonationRow) => shownFields(row, 'id', 'receiptNumber');
