import type { Site } from '@institute/contract';
import { amountInWords } from '@institute/contract/amount-in-words';
import { type DonationMethod, methodNames } from '@institute/contract/donations.constants';
import { currencies, formatNumber } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import type { DonationRow } from './donation.entity.ts';
import { receiptPdf } from './receipt-pdf.ts';

export const NO_MONEY = 'Test mode: no money moved.';

export interface ReceiptPlace {
  site: Pick<Site, 'institute'>;
  publicUrl: string;
}

export const amountOf = ({ currency, amount }: Pick<DonationRow, 'currency' | 'amount'>): string =>
  `${currencies[currency].symbol} ${formatNumber(amount)}`;

function paidFieldsOf({ receiptNumber, receiptCode, paidAt }: DonationRow) {
  if (!receiptNumber || !receiptCode || !paidAt)
    throw new Error('A donation that is not paid has no receipt');
  return { receiptNumber, receiptCode, paidAt };
}

export function receiptFacts(donation: DonationRow): [label: string, value: string][] {
  const { receiptNumber, paidAt } = paidFieldsOf(donation);
  const { name, currency, amount, txRef } = donation;
  const method: DonationMethod = donation.method;
  return [
    ['Receipt', receiptNumber],
    ['Received from', name],
    ['Amount', amountOf(donation)],
    ['In words', amountInWords(currency, amount)],
    ['Method', methodNames[method]],
    ['Date', formatDate(paidAt.toISOString())],
    ['Payment reference', txRef],
  ];
}

export async function receiptFile(donation: DonationRow, { site, publicUrl }: ReceiptPlace) {
  const { receiptNumber, receiptCode, paidAt } = paidFieldsOf(donation);
  const content = await receiptPdf({
    heading: 'Donation receipt',
    ending: 'With thanks for supporting our students.',
    institute: site.institute,
    facts: receiptFacts(donation),
    banner: donation.isTest ? NO_MONEY : undefined,
    number: receiptNumber,
    issuedAt: paidAt,
    proofUrl: `${publicUrl}/receipts/${receiptCode}`,
  });
  return { filename: `${receiptNumber}.pdf`, contentType: 'application/pdf', content };
}
