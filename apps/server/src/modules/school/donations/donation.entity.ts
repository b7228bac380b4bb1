import { donationLimits, donationMethods, donationStatuses } from '@institute/contract/donations.constants';
import { currencyCodes } from '@institute/contract/money';
import { receiptCodeLength } from '@institute/contract/receipts.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { timestamps } from '../../../database/timestamps.ts';
import { declareSearchIndex, searchColumn } from '../../platform/content/content.entity.ts';
import { onlinePaymentColumns } from '../../platform/payments/payment.entity.ts';

const nullableInstant = () => p.datetime().length(3).nullable();

/** `txRef` is a secret: anybody who knows it can see the donation's state. */
export const DonationEntity = defineEntity({
  name: 'Donation',
  tableName: 'donations',
  indexes: [
    { properties: ['createdAt', 'id'] },
    { properties: ['updatedAt', 'id'] },
    { properties: ['name', 'id'] },
    { properties: ['amount', 'id'] },
    { properties: ['method', 'id'] },
    { properties: ['receiptNumber', 'id'] },
    { properties: ['currency', 'id'] },
    {
      name: 'donations_status_index',
      expression: 'create index donations_status_index on donations (status, id) include (currency)',
    },
    {
      name: 'donations_date_index',
      expression: 'create index donations_date_index on donations (coalesce(paid_at, created_at), id)',
    },
    {
      name: 'donations_received_index',
      expression:
        "create index donations_received_index on donations (paid_at) include (currency, amount) where status = 'successful' and not is_test",
    },
    {
      // Leaves out rows without a number. With them, a list that is sorted by number would use this index and sort
      // thousands of equal rows by id.
      name: 'donations_receipt_number_unique',
      expression:
        'create unique index donations_receipt_number_unique on donations (receipt_number) where receipt_number is not null',
    },
    declareSearchIndex('donations', 'search', 'search'),
  ],
  properties: {
    id: p.integer().primary(),
    ...timestamps,
    txRef: p.string().length(100).unique(),
    name: p.string().length(200),
    /** Email of the donor. Null when the office does not know it; then no receipt is sent. */
    email: p.string().length(254).nullable(),
    phone: p.string().length(32).nullable(),
    currency: p.enum(currencyCodes),
    /** In whole units of the currency. */
    amount: p.integer(),
    status: p.enum(donationStatuses).default('pending'),
    method: p.enum(donationMethods).default('online'),
    note: p.string().length(donationLimits.note).nullable(),
    /** True for a payment of the sandbox, in which no money moved. */
    isTest: p.boolean(),
    paidAt: nullableInstant(),
    /**
     * Time and account that recorded the donation or marked it as received. Null when paid online, or by earlier
     * versions.
     */
    recordedAt: nullableInstant(),
    recordedBy: p.string().length(254).nullable(),
    ...onlinePaymentColumns,
    /** Receipt number: `RCP-2026-000001`, or `TEST-2026-000001` for a test donation. */
    receiptNumber: p.string().length(30).nullable(),
    /** Code in the short address at which anybody can check the receipt. */
    receiptCode: p.string().length(receiptCodeLength).nullable().unique(),
    /** Number of the counter-receipt of a cancelled donation, `CAN-2026-000001`. */
    cancellationNumber: p.string().length(30).nullable().unique(),
    cancelledAt: nullableInstant(),
    /** Email of the account that cancelled it. Null for cancellations by earlier versions. */
    cancelledBy: p.string().length(254).nullable(),
    cancelReason: p.string().length(donationLimits.reason).nullable(),
    /** Id of the cancelled donation that this one corrects. */
    replaces: p.integer().nullable().unique(),
    search: searchColumn(
      'name',
      'email',
      'phone',
      'tx_ref',
      'receipt_number',
      'cancellation_number',
      'dialled(phone)',
    ),
  },
});
export type DonationRow = InferEntity<typeof DonationEntity>;
