import type { Site } from '@institute/contract';
import type { Ctx } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { DonationEntity } from './donation.entity.ts';
import { amountOf, NO_MONEY, type ReceiptPlace, receiptFacts, receiptFile } from './receipt.ts';

export async function receiptEmail(
  { em }: Pick<Ctx, 'em'>,
  donationId: number,
  place: ReceiptPlace & { site: Pick<Site, 'institute'> },
): Promise<Email> {
  const donation = await em.findOneOrFail(DonationEntity, donationId, { disableIdentityMap: true });
  const { name, receiptNumber, txRef, isTest, status } = donation;
  // the mailer may have claimed the email just before the cancellation
  if (status !== 'successful') throw new Error(`The receipt ${receiptNumber} is ${status}`);
  const { site, publicUrl } = place;
  return {
    subject: `Thank you for your donation: receipt ${receiptNumber}`,
    heading: `Thank you, ${name}`,
    paragraphs: [
      ...(isTest ? [NO_MONEY] : []),
      `Your donation of ${amountOf(donation)} to ${site.institute.name} has arrived. It makes a difference to our students.`,
      `Your receipt ${receiptNumber} is attached.`,
    ],
    facts: receiptFacts(donation),
    action: { label: 'See this donation', url: `${publicUrl}/donations/${txRef}` },
    attachments: [await receiptFile(donation, place)],
  };
}
