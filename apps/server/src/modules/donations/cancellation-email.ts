import type { Site } from '@institute/contract';
import { currencies, formatNumber } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import type { Ctx } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { DonationEntity } from './donation.entity.ts';
import { receiptPdf } from './receipt-pdf.ts';

/** The counter-receipt of a donation that the office has cancelled. */
export async function cancellationEmail(
  { em }: Pick<Ctx, 'em'>,
  donationId: number,
  { site }: { site: Site },
): Promise<Email> {
  const donation = await em.findOneOrFail(DonationEntity, donationId, { disableIdentityMap: true });
  const { name, amount, currency, receiptNumber, cancellationNumber, cancelledAt, cancelReason } = donation;
  if (!cancellationNumber || !cancelledAt) throw new Error('A donation that stands has no counter-receipt');

  const facts: [string, string][] = [
    ['Counter-receipt', cancellationNumber],
    ['Cancels receipt', receiptNumber ?? ''],
    ['Issued to', name],
    ['Amount', `${currencies[currency].symbol} ${formatNumber(amount)}`],
    ['Cancelled on', formatDate(cancelledAt.toISOString())],
    ...(cancelReason ? [['Reason', cancelReason] satisfies [string, string]] : []),
  ];
  return {
    subject: `Receipt ${receiptNumber} is cancelled: ${cancellationNumber}`,
    heading: `Receipt ${receiptNumber} is cancelled`,
    paragraphs: [
      `Hello ${name}, the receipt ${receiptNumber} of ${site.institute.name} was wrong and counts no more.`,
      `The counter-receipt ${cancellationNumber} is attached. If the donation was corrected, a new receipt comes in a mail of its own.`,
    ],
    facts,
    ending: 'If you have questions, please answer this mail or call us.',
    attachments: [
      {
        filename: `${cancellationNumber}.pdf`,
        contentType: 'application/pdf',
        content: await receiptPdf({
          heading: 'Counter-receipt',
          ending: `The receipt ${receiptNumber} counts no more.`,
          institute: site.institute,
          facts,
          banner: undefined,
          number: cancellationNumber,
          issuedAt: cancelledAt,
        }),
      },
    ],
  };
}
