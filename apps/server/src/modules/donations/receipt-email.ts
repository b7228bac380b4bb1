import type { Site } from '@institute/contract';
import { currencies, formatNumber } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import type { Ctx } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { DonationEntity } from './donation.entity.ts';
import { receiptPdf } from './receipt-pdf.ts';

const NO_MONEY = 'Test mode: no money moved.';

export async function receiptEmail(
  { em }: Pick<Ctx, 'em'>,
  donationId: number,
  { site, publicUrl }: { site: Site; publicUrl: string },
): Promise<Email> {
  const { name, amount, currency, receiptNumber, paidAt, txRef, isTest } = await em.findOneOrFail(
    DonationEntity,
    donationId,
    { disableIdentityMap: true },
  );
  if (!receiptNumber || !paidAt) throw new Error('A donation that is not paid has no receipt');

  const money = `${currencies[currency].symbol} ${formatNumber(amount)}`;
  const facts: [string, string][] = [
    ['Receipt', receiptNumber],
    ['Received from', name],
    ['Amount', money],
    ['Date', formatDate(paidAt.toISOString())],
    ['Payment reference', txRef],
  ];
  const banner = isTest ? NO_MONEY : undefined;
  return {
    subject: `Thank you for your donation: receipt ${receiptNumber}`,
    heading: `Thank you, ${name}`,
    paragraphs: [
      ...(banner ? [banner] : []),
      `Your donation of ${money} to ${site.institute.name} has arrived. It makes a difference to our students.`,
      `Your receipt ${receiptNumber} is attached.`,
    ],
    facts,
    action: { label: 'See this donation', url: `${publicUrl}/donations/${txRef}` },
    attachments: [
      {
        filename: `${receiptNumber}.pdf`,
        contentType: 'application/pdf',
        content: await receiptPdf({
          heading: 'Donation receipt',
          ending: 'With thanks for supporting our students.',
          institute: site.institute,
          facts,
          banner,
          number: receiptNumber,
          issuedAt: paidAt,
        }),
      },
    ],
  };
}
