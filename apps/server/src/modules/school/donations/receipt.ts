import { spellAmount } from '@institute/contract/amount-in-words';
import { type DonationMethod, methodNames } from '@institute/contract/donations.constants';
import { formatMoney } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import {
  type CancelledReceipt,
  makeReceiptFile,
  type ReceiptFact,
  type ReceiptSource,
} from '../../platform/numbered-documents/receipt-file.service.ts';
import type { DonationRow } from './donation.entity.ts';

export async function makeDonationReceipt(donation: DonationRow, source: ReceiptSource) {
  const { name, currency, amount, txRef, isTest, receiptNumber, receiptCode, paidAt } = donation;
  if (!receiptNumber || !receiptCode || !paidAt)
    throw new Error('A donation that is not paid has no receipt');
  const method: DonationMethod = donation.method;
  const receiptFacts: ReceiptFact[] = [
    ['Receipt', receiptNumber],
    ['Received from', name],
    ['Amount', formatMoney(currency, amount)],
    ['In words', spellAmount(currency, amount)],
    ['Method', methodNames[method]],
    ['Date', formatDate(paidAt.toISOString())],
    ['Payment reference', txRef],
  ];
  const receiptContent = {
    heading: 'Donation receipt',
    ending: 'With thanks for supporting our students.',
    facts: receiptFacts,
    number: receiptNumber,
    code: receiptCode,
    issuedAt: paidAt,
    isTest,
  };
  return { facts: receiptFacts, file: await makeReceiptFile(receiptContent, source) };
}

export function toCancelledReceipt(donation: DonationRow): CancelledReceipt {
  const { name, currency, amount, receiptNumber, cancellationNumber, cancelledAt, cancelReason } = donation;
  if (!cancellationNumber || !cancelledAt) throw new Error('A donation that stands has no counter-receipt');
  return {
    number: cancellationNumber,
    receiptNumber,
    cancelledAt,
    reason: cancelReason,
    about: [
      ['Issued to', name],
      ['Amount', formatMoney(currency, amount)],
    ],
  };
}
