import type { Site } from '@institute/contract';
import { formatDate } from '@institute/contract/time';
import type { DonationRow } from './donation.entity.ts';
import { amountOf } from './receipt.ts';
import { receiptPdf } from './receipt-pdf.ts';

export function counterReceiptFacts(donation: DonationRow): [label: string, value: string][] {
  const { name, receiptNumber, cancelReason } = donation;
  const { cancellationNumber, cancelledAt } = cancelledFieldsOf(donation);
  return [
    ['Counter-receipt', cancellationNumber],
    ['Cancels receipt', receiptNumber ?? ''],
    ['Issued to', name],
    ['Amount', amountOf(donation)],
    ['Cancelled on', formatDate(cancelledAt.toISOString())],
    ...(cancelReason ? [['Reason', cancelReason] satisfies [string, string]] : []),
  ];
}

/** The email and the office use the same file. */
export async function counterReceiptFile(donation: DonationRow, { institute }: Pick<Site, 'institute'>) {
  const { cancellationNumber, cancelledAt } = cancelledFieldsOf(donation);
  const content = await receiptPdf({
    heading: 'Counter-receipt',
    ending: `The receipt ${donation.receiptNumber} counts no more.`,
    institute,
    facts: counterReceiptFacts(donation),
    banner: undefined,
    number: cancellationNumber,
    issuedAt: cancelledAt,
  });
  return { filename: `${cancellationNumber}.pdf`, contentType: 'application/pdf', content };
}

function cancelledFieldsOf({ cancellationNumber, cancelledAt }: DonationRow) {
  if (!cancellationNumber || !cancelledAt) throw new Error('A donation that stands has no counter-receipt');
  return { cancellationNumber, cancelledAt };
}
