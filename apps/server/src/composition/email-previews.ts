import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyInstance } from 'fastify';
import type { SendMailOptions } from 'nodemailer';
import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';
import { escaped } from '../email/email.ts';
import { messageOf } from '../email/transport.ts';
import { notFound } from '../errors.ts';
import { DonationEntity, type DonationRow } from '../modules/donations/donation.entity.ts';
import { CampaignEntity } from '../modules/newsletter/newsletter.entity.ts';
import type { EmailKind, EmailKinds } from '../modules/outbox/outgoing-message.entity.ts';
import { getSite } from '../modules/site/site.service.ts';
import { readSmsFiles } from '../sms/open-transport.ts';
import { writeEmail } from './emails.ts';

interface Options {
  config: Pick<Config, 'publicUrl' | 'mailFrom' | 'dataDir'>;
  em: EntityManager;
  now(): Date;
}

const root = '/dev/mails';
const MOST_SMS = 50;
const policy = "default-src 'self'; style-src 'unsafe-inline'; img-src * data:; frame-ancestors 'self'";
const isKind = (kind: string): kind is EmailKind => Object.hasOwn(samples, kind);

/** A sample of each email, and the SMS that were written to files. Only `npm run dev` registers it. */
export async function emailPreviews(app: FastifyInstance, options: Options): Promise<void> {
  app.addHook('onSend', async (_, reply) => {
    reply.header('content-security-policy', policy);
  });

  app.get(root, async (_, reply) => {
    const kinds = Object.keys(samples).filter(isKind);
    const items = [];
    for (const kind of kinds) {
      const { subject } = await sampleOf(kind, options);
      items.push(`<li><a href="${root}/${kind}">${kind}</a>: ${escaped(String(subject))}</li>`);
    }
    const sms = (await readSmsFiles(options.config, MOST_SMS)).map((text) => `<pre>${escaped(text)}</pre>`);
    const pieces = [`<ul>${items.join('\n')}</ul>`, ...(sms.length > 0 ? ['<h2>SMS</h2>', ...sms] : [])];
    return reply.type('text/html; charset=utf-8').send(page('Mails', pieces.join('\n')));
  });

  app.get<{ Params: { kind: string } }>(`${root}/:kind`, async ({ params }, reply) => {
    const message = await sampleOf(params.kind, options);
    const files = message.attachments ?? [];
    const links = files.map(
      ({ filename }, place) =>
        `<a href="${root}/${params.kind}/files/${place}">${escaped(String(filename))}</a>`,
    );
    const pieces = [
      `<pre>${escaped(await headersOf(message))}</pre>`,
      `<iframe title="HTML" src="${root}/${params.kind}/html"></iframe>`,
      `<pre>${escaped(String(message.text))}</pre>`,
      ...(links.length > 0 ? [`<p>${links.join(' ')}</p>`] : []),
    ];
    return reply.type('text/html; charset=utf-8').send(page(params.kind, pieces.join('\n')));
  });

  app.get<{ Params: { kind: string } }>(`${root}/:kind/html`, async ({ params }, reply) => {
    const { html } = await sampleOf(params.kind, options);
    return reply.type('text/html; charset=utf-8').send(html);
  });

  app.get<{ Params: { kind: string; place: number } }>(
    `${root}/:kind/files/:place`,
    async ({ params: { kind, place } }, reply) => {
      const file = (await sampleOf(kind, options)).attachments?.[place];
      if (!file) throw notFound('There is no such file');
      return reply.type(String(file.contentType)).send(file.content);
    },
  );
}

async function sampleOf(kind: string, { config, em: root, now }: Options): Promise<SendMailOptions> {
  if (!isKind(kind)) throw notFound('There is no such email');
  const em = root.fork();
  await em.begin();
  try {
    const { view: site } = await getSite({ em });
    const data = await samples[kind](em);
    const context = { em, site, publicUrl: config.publicUrl, linkToken: () => 'sample-token' };
    const email = await writeEmail(kind, data, context);
    const queued = { id: 1, createdAt: now(), recipient: 'someone@example.org' };
    return messageOf(email, { queued, site, config });
  } finally {
    await em.rollback();
  }
}

async function headersOf(message: SendMailOptions): Promise<string> {
  const writer = nodemailer.createTransport({ streamTransport: true, buffer: true });
  const sent = await writer.sendMail(message);
  return String(sent.message).split(/\r?\n\r?\n/, 1)[0] ?? '';
}

const style =
  'body{font:16px/1.5 sans-serif;margin:24px}pre{white-space:pre-wrap;background:#f4f1ea;padding:16px}iframe{width:100%;height:720px;border:1px solid #ccc}';

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body><p><a href="${root}">All mails</a></p><h1>${title}</h1>${body}</body></html>`;

/** The caller rolls back the rows that are created. */
type Samples = { [K in EmailKind]: (em: EntityManager) => EmailKinds[K] | Promise<EmailKinds[K]> };

const reference = 'REG-2026-000123';
const program = 'Fashion & Garment Design';
const token = 'sample-token';

export const samples: Samples = {
  'registration-received': () => ({ firstName: 'Amina', reference, program }),
  'registration-for-office': () => ({ id: 123, reference, program }),
  'registration-status': () => ({ firstName: 'Amina', reference, status: 'accepted' }),
  'intake-soon': () => ({ firstName: 'Amina', reference, program, startsOn: '2027-02-01' }),
  'contact-message': () => ({
    name: 'Brian Okello',
    email: 'brian@example.org',
    subject: 'When does the next intake begin?',
    message: 'Good morning,\n\nmy sister would like to join the <tailoring> course.\nWhen may she come?',
  }),
  'newsletter-confirmation': () => ({ token, confirmation: 'sample-token' }),
  'newsletter-welcome': () => ({ token }),
  'newsletter-leaving': () => ({ token }),
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
