import type { OnlinePayments } from '../modules/platform/payments/online-payment.service.ts';
import { donationPayments } from '../modules/school/donations/online-donation.service.ts';
import { feePayments } from '../modules/school/fees/accounts/online-fee.service.ts';

/** The kinds of payments that visitors can make online. */
export const paymentKinds: readonly OnlinePayments[] = [donationPayments, feePayments];
