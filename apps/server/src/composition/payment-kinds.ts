import { donationPayments } from '../modules/donations/online-donation.service.ts';
import { feePayments } from '../modules/fees/online-fee.service.ts';
import type { OnlinePayments } from '../modules/payments/online-payment.service.ts';

/** What can be paid online. */
export const paymentKinds: readonly OnlinePayments[] = [donationPayments, feePayments];
