import type { EntityManager } from '@mikro-orm/postgresql';
import { DonationEntity, type DonationRow } from '../modules/donations/donation.entity.ts';
import type { EmailKind, EmailKinds } from '../modules/emails/email.entity.ts';
import { CampaignEntity } from '../modules/newsletter/newsletter.entity.ts';

/** The caller rolls back the rows that are created. */
type Samples = { [K in EmailKind]: (em: EntityManager) => EmailKinds[K] | Promise<EmailKinds[K]> };

const reference = 'REG-2026-000123';
const program = 'Fashion & Garment Design';
const token = 'sample-token';

export const samples: Samples = {
  'registration-received': () => ({ firstName: 'Amina', reference, program }),
  'registration-for-office': () => ({ id: 123, reference, program }),
  'registration-status': () => ({ firstName: 'Amina', reference, status: 'accepted' }),
  'contact-message': () => ({
    name: 'Brian Okello',
    email: 'brian@example.org',
    subject: 'When does the next intake begin?',
    message: 'Good morning,\n\nmy sister would like to join the <tailoring> course.\nWhen may she come?',
  }),
  'newsletter-confirmation': () => ({ token, confirmation: 'sample-token' }),
  'newsletter-welcome': () => ({ token }),
  'newsletter-issue': async (em) => ({ campaignId: await sampleCampaign(em), token }),
  'donation-receipt': async (em) => ({ donationId: await sampleDonation(em) }),
  'donation-cancellation': async (em) => ({
    donationId: await sampleDonation(em, {
      status: 'cancelled',
      isTest: false,
      method: 'cash',
      receiptNumber: 'RCP-2026-sample',
      cancellationNumber: 'CAN-2026-sample',
      cancelledAt: new Date('2026-11-20T10:00:00Z'),
      cancelReason: 'The amount was typed with a zero too many.',
    }),
  }),
  invitation: () => ({ linkId: 'sample', invitedBy: 'Grace Namutebi' }),
  'password-reset': () => ({ linkId: 'sample' }),
  'new-device': () => ({
    at: '2026-11-20T09:00:00.000Z',
    userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile',
    ipAddress: '192.0.2.7',
  }),
  'new-owner': () => ({ newOwner: 'grace@example.org', madeBy: 'brian@example.org' }),
  'new-invitation': () => ({ invited: 'grace@example.org', invitedBy: 'brian@example.org' }),
  'two-step-off': () => ({ by: 'grace@example.org', at: '2026-11-20T09:00:00.000Z' }),
  'office-moved': () => ({
    to: 'front-desk@example.org',
    by: 'brian@example.org',
    at: '2026-11-20T09:00:00.000Z',
  }),
};

async function sampleCampaign(em: EntityManager): Promise<number> {
  const body = 'The workshop has a new roof.\n\nCome and see it on Saturday: doors open at ten.';
  const postCopy = {
    id: 1,
    title: 'A new roof for the workshop',
    excerpt: 'After the rains of April the roof …',
    imageUrl: '/images/share.jpg',
    imageAlt: 'The institute',
  };
  const campaign = em.create(CampaignEntity, { subject: 'News from the institute', body, postCopy });
  await em.flush();
  return campaign.id;
}

async function sampleDonation(em: EntityManager, other: Partial<DonationRow> = {}): Promise<number> {
  const donation = em.create(DonationEntity, {
    txRef: '1700000000000-sample-sample-sample-sample',
    name: 'Łukasz Ŋŋ Müller',
    email: 'donor@example.org',
    currency: 'UGX',
    amount: 50_000,
    status: 'successful',
    isTest: true,
    paidAt: new Date('2026-11-20T09:00:00Z'),
    receiptNumber: 'TEST-2026-sample',
    receiptCode: '7KQ2M9XHT4WZB6RN3DVF8PJCEY',
    ...other,
  });
  await em.flush();
  return donation.id;
}
