/** `cancelled`: the office recorded it by mistake. Its receipt has a counter-receipt. */
export const donationStatuses = ['pending', 'successful', 'failed', 'cancelled'] as const;

export type DonationStatus = (typeof donationStatuses)[number];

/** Methods of donations that the office records. All others are paid online. */
export const officeMethods = ['bank-transfer', 'mobile-money', 'paypal', 'cash', 'cheque'] as const;

export type OfficeMethod = (typeof officeMethods)[number];

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

/** "D12": what a donor types as the reference of a mobile money payment, and the office searches for. */
export const donationCode = (id: number): string => `D${id}`;

/** The id in such a reference. Undefined for any other text. */
export function donationOfCode(code: string): number | undefined {
  const [, digits] = /^D-?(\d{1,9})$/i.exec(code.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

export const donationNotFound = 'Donation not found';

/** Characters of receipt codes. None looks like another. */
export const receiptCodeCharacters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** 128 random bits, which cannot be guessed. */
export const receiptCodeLength = 26;
/** Identifies a receipt in its short address. Codes of earlier versions have twelve hexadecimal digits. */
export const receiptCodeForm = new RegExp(
  `^(?:[0-9A-F]{12}|[${receiptCodeCharacters}]{${receiptCodeLength}})$`,
);

/** Paid through the provider, through a sandbox that moves no money, or not at all. */
export const onlineGivingStates = ['open', 'test', 'off'] as const;

export type OnlineGiving = (typeof onlineGivingStates)[number];

/** `amount` limits donations that the office records. Online payments have the maximum of their currency. */
export const donationLimits = {
  name: 200,
  note: 300,
  reason: 300,
  amount: 2_000_000_000,
  /** The first day that a donation may have been received on. */
  firstDay: '2000-01-01',
} as const;
