import { donationRecord, donationState } from '@institute/contract';
import { pickFields } from '../../../database/shown-fields.ts';
import { makeView } from '../../platform/content/content.view.ts';
import { DonationEntity, type DonationRow } from './donation.entity.ts';

export const { view: stateView } = makeView(
  DonationEntity,
  donationState.omit({ receiptEmail: true }),
  ({ mismatchAt }) => ({
    needsReview: mismatchAt != null,
  }),
);

export const { view: recordView } = makeView(DonationEntity, donationRecord, ({ receiptNumber }) => ({
  receipt: receiptNumber ?? null,
}));

export const toDonationRowView = (row: DonationRow) => ({
  ...pickFields(row, 'id', 'txRef', 'name', 'email', 'phone', 'currency', 'amount', 'isTest'),
  ...pickFields(row, 'receiptNumber', 'paidAt', 'cancellationNumber', 'createdAt', 'status', 'method'),
  needsReview: row.mismatchAt != null,
});

export const toFullDonationView = (row: DonationRow) => ({
  ...toDonationRowView(row),
  ...pickFields(row, 'note', 'checks', 'nextCheckAt', 'cancelledAt', 'cancelReason'),
});

export const toDonationLinkView = (row: DonationRow) => pickFields(row, 'id', 'receiptNumber');
