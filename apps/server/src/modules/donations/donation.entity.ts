import { donationLimits, donationMethods, donationStatuses } from '@institute/contract/donations.constants';
import { currencyCodes } from '@institute/contract/money';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { searched, timestamps } from '../content/content.entity.ts';

const instant = () => p.datetime().length(3).nullable();

/** `txRef` is the secret by which its donor sees what became of it. */
export const DonationEntity = defineEntity({
  name: 'Donation',
  tableName: 'donations',
  properties: {
    id: p.integer().primary(),
    ...timestamps,
    txRef: p.string().length(100).unique(),
    name: p.string().length(200),
    /** Null where the office does not know it: then there is no receipt by mail. */
    email: p.string().length(254).nullable(),
    phone: p.string().length(32).nullable(),
    currency: p.enum(currencyCodes),
    /** In whole units. */
    amount: p.integer(),
    status: p.enum(donationStatuses).default('pending'),
    method: p.enum(donationMethods).default('online'),
    /** What the office has noted about it, such as the bank's own reference. */
    note: p.string().length(donationLimits.note).nullable(),
    /** Made with the sandbox: no money moved. */
    isTest: p.boolean(),
    paidAt: instant(),
    /** `RCP-2026-000001`. */
    receiptNumber: p.string().length(30).nullable().unique(),
    /** When the provider is asked next without anybody wanting to know, and how often it was. */
    nextCheckAt: instant().index(),
    checks: p.integer().default(0),
    search: searched('name', 'email', 'phone', 'tx_ref', 'receipt_number'),
  },
});
export type DonationRow = InferEntity<typeof DonationEntity>;
