import type { Site } from '@institute/contract';
import type { Ctx } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { counterReceiptFacts, counterReceiptFile } from './counter-receipt.ts';
import { DonationEntity } from './donation.entity.ts';

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
      `The counter-receipt ${cancellationNumber} is attached. If the donation was corrected, a new receipt comes in a mail of its own.`,
    ],
    facts: counterReceiptFacts(donation),
    ending: 'If you have questions, please answer this mail or call us.',
    attachments: [await counterReceiptFile(donation, site)],
  };
}
