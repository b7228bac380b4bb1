import { toBareCode } from '../../words/reference.ts';

/** Path of the only page that may run scripts of the payment provider. */
export const donationPagePath = '/donations';

/** A `cancelled` donation was recorded by mistake. It has a counter-receipt. */
export const donationStatuses = ['pending', 'successful', 'failed', 'cancelled'] as const;

export const officeMethods = ['bank-transfer', 'mobile-money', 'paypal', 'cash', 'cheque'] as const;

export const donationMethods = ['online', ...officeMethods] as const;

export type DonationMethod = (typeof donationMethods)[number];

export const methodNames: Record<DonationMethod, string> = {
  online: 'Online',
  'bank-transfer': 'Bank transfer',
  'mobile-money': 'Mobile money',
  paypal: 'PayPal',
  cash: 'Cash',
  cheque: 'Cheque',
};

/** Makes the reference that a donor types in a mobile money payment: "D12". */
export const makeDonationCode = (id: number): string => `D${id}`;

export function parseDonationCode(code: string): number | undefined {
  const [, digits] = /^D(\d[\dO]{0,8})$/.exec(toBareCode(code)) ?? [];
  return digits === undefined ? undefined : Number(digits.replaceAll('O', '0'));
}

export const donationNotFound = 'Donation not found';

export const onlineGivingStates = ['open', 'test', 'off'] as const;

export type OnlineGivingState = (typeof onlineGivingStates)[number];

/** `amount` limits donations that the office records, `currencies` those that are paid online. */
export const donationLimits = {
  name: 200,
  note: 300,
  reason: 300,
  amount: 2_000_000_000,
  firstDay: '2000-01-01',
} as const;
