import type { Site } from '@institute/contract';
import { amountInWords } from '@institute/contract/amount-in-words';
import { type DonationMethod, methodNames } from '@institute/contract/donations.constants';
import { currencies, formatNumber } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import type { Ctx } from '../../context.ts';
import type { Email } from '../../messaging/email/email.ts';
import { receiptPdf } from '../../pdf/receipt-pdf.ts';
import { DonationEntity, type DonationRow } from './donation.entity.ts';

const NO_MONEY = 'Test mode: no money moved.';

export interface ReceiptPlace {
  site: Pick<Site, 'institute'>;
  publicUrl: string;
}

const amountText = ({ currency, amount }: Pick<DonationRow, 'currency' | 'amount'>): string =>
  `${currencies[currency].symbol} ${formatNumber(amount)}`;

function requirePaid({ receiptNumber, receiptCode, paidAt }: DonationRow) {
  if (!receiptNumber || !receiptCode || !paidAt)
    throw new Error('A donation that is not paid has no receipt');
  return { receiptNumber, receiptCode, paidAt };
}

function receiptFacts(donation: DonationRow): [label: string, value: string][] {
  const { receiptNumber, paidAt } = requirePaid(donation);
  const { name, currency, amount, txRef } = donation;
  const method: DonationMethod = donation.method;
  return [
    ['Receipt', receiptNumber],
    ['Received from', name],
    ['Amount', amountText(donation)],
    ['In words', amountInWords(currency, amount)],
    ['Method', methodNames[method]],
    ['Date', formatDate(paidAt.toISOString())],
    ['Payment reference', txRef],
  ];
}

export async function receiptFile(donation: DonationRow, { site, publicUrl }: ReceiptPlace) {
  const { receiptNumber, receiptCode, paidAt } = requirePaid(donation);
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

export async function receiptEmail(
  { em }: Pick<Ctx, 'em'>,
  donationId: number,
  place: ReceiptPlace & { site: Pick<Site, 'institute'> },
): Promise<Email> {
  const donation = await em.findOneOrFail(DonationEntity, donationId, { disableIdentityMap: true });
  const { name, receiptNumber, txRef, isTest, status } = donation;
  // The mailer may have claimed the email just before the cancellation
  if (status !== 'successful') throw new Error(`The receipt ${receiptNumber} is ${status}`);
  const { site, publicUrl } = place;
  return {
    subject: `Thank you for your donation: receipt ${receiptNumber}`,
    heading: `Thank you, ${name}`,
    paragraphs: [
      ...(isTest ? [NO_MONEY] : []),
      `Your donation of ${amountText(donation)} to ${site.institute.name} has arrived. It makes a difference to our students.`,
      `Your receipt ${receiptNumber} is attached.`,
    ],
    facts: receiptFacts(donation),
    action: { label: 'See this donation', url: `${publicUrl}/donations/${txRef}` },
    attachments: [await receiptFile(donation, place)],
  };
}

function counterReceiptFacts(donation: DonationRow): [label: string, value: string][] {
  const { name, receiptNumber, cancelReason } = donation;
  const { cancellationNumber, cancelledAt } = requireCancelled(donation);
  return [
    ['Counter-receipt', cancellationNumber],
    ['Cancels receipt', receiptNumber ?? ''],
    ['Issued to', name],
    ['Amount', amountText(donation)],
    ['Cancelled on', formatDate(cancelledAt.toISOString())],
    ...(cancelReason ? [['Reason', cancelReason] satisfies [string, string]] : []),
  ];
}

/** The email and the office use the same file. */
export async function counterReceiptFile(donation: DonationRow, { institute }: Pick<Site, 'institute'>) {
  const { cancellationNumber, cancelledAt } = requireCancelled(donation);
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

function requireCancelled({ cancellationNumber, cancelledAt }: DonationRow) {
  if (!cancellationNumber || !cancelledAt) throw new Error('A donation that stands has no counter-receipt');
  return { cancellationNumber, cancelledAt };
}

export async function cancellationEmail(
  { em }: Pick<Ctx, 'em'>,
  donationId: number,
  { site }: { site: Site },
): Promise<Email> {
  const donation = await em.findOneOrFail(DonationEntity, donationId, { disableIdentityMap: true });
  const { name, receiptNumber, cancellationNumber } = donation;
  return {
    subject: `Receipt ${receiptNumber} is cancelled: ${cancellationNumber}`,
    heading: `Receipt ${receiptNumber} is cancelled`,
    paragraphs: [
      `Hello ${name}, the receipt ${receiptNumber} of ${site.institute.name} was wrong and counts no more.`,
      `The counter-receipt ${cancellationNumber} is attached. If the donation was corrected, a new receipt comes in an email of its own.`,
    ],
    facts: counterReceiptFacts(donation),
    ending: 'If you have questions, please answer this email or call us.',
    attachments: [await counterReceiptFile(donation, site)],
  };
}
