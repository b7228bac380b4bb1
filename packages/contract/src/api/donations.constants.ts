import {
  bareCode,
  nearestInCode,
  pastedCode,
  proofCodeCharacters,
  readReference,
} from '../words/reference.ts';

/** The only page that may run scripts of the payment provider. */
export const donationPage = '/donations';

/** `cancelled`: recorded by mistake. A counter-receipt follows the receipt. */
export const donationStatuses = ['pending', 'successful', 'failed', 'cancelled'] as const;

export type DonationStatus = (typeof donationStatuses)[number];

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

/** "D12": the reference that a donor types in a mobile money payment. */
export const donationCode = (id: number): string => `D${id}`;

export function parseDonationCode(code: string): number | undefined {
  const [, digits] = /^D(\d[\dO]{0,8})$/.exec(bareCode(code)) ?? [];
  return digits === undefined ? undefined : Number(digits.replaceAll('O', '0'));
}

export const donationNotFound = 'Donation not found';

/** 128 random bits: too many to guess. */
export const receiptCodeLength = 26;
/** Receipt code in a short address. Older codes have twelve hexadecimal digits. */
const receiptCodeForm = new RegExp(`^(?:[0-9A-F]{12}|[${proofCodeCharacters}]{${receiptCodeLength}})$`);

const bareReceiptCode = (typed: string) => bareCode(pastedCode(typed, 'receipts'));

/** Of a code or an address that was typed. Undefined for what is no whole code. */
export function readReceiptCode(typed: string): string | undefined {
  const bare = bareReceiptCode(typed);
  // Only codes of earlier versions have zeros and ones
  const isOlder = bare.length < receiptCodeLength;
  const code = isOlder ? bare.replaceAll('O', '0').replaceAll('I', '1') : nearestInCode(bare);
  return receiptCodeForm.test(code) ? code : undefined;
}

export const receiptPath = (code: string): string => `/receipts/${code}`;

/** Why a text cannot be a code. Undefined for one that we may not have issued. */
export function receiptCodeFault(typed: string): string | undefined {
  if (readReference(pastedCode(typed, 'receipts'))) {
    return 'This is the number. Type the code of 26 letters and digits that stands beside it.';
  }
  const isWhole = bareReceiptCode(typed).length === receiptCodeLength;
  return isWhole || readReceiptCode(typed) ? undefined : 'A code has 26 letters and digits.';
}

export const onlineGivingStates = ['open', 'test', 'off'] as const;

export type OnlineGiving = (typeof onlineGivingStates)[number];

/** `amount` limits donations that the office records. `currencies` limits online payments. */
export const donationLimits = {
  name: 200,
  note: 300,
  reason: 300,
  amount: 2_000_000_000,
  firstDay: '2000-01-01',
} as const;
