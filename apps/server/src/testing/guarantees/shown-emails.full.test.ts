import nodemailer from 'nodemailer';
import { expect, test } from 'vitest';
import { findMessageKind, messageKinds, writeEmail } from '../../composition/messages.ts';
import { toMailMessage } from '../../messaging/email/transport.ts';
import { getSite } from '../../modules/platform/site/site.service.ts';
import { DonationEntity } from '../../modules/school/donations/donation.entity.ts';
import { CampaignEntity } from '../../modules/school/newsletter/newsletter.entity.ts';
import { ProgramEntity } from '../../modules/school/programs/program.entity.ts';
import { makeFormPost, showAgain } from '../app/form-site.ts';
import { useTestApp } from '../app/test-app.ts';
import { triedPayloads } from '../files/hostile-texts.ts';
import { findScripts } from './harm.ts';

// Texts bypass the validation and go straight into the database: escaping must hold by itself.

const t = await useTestApp();
const withPages = await t.openPages();

const TXREF = '1700000000000-sample-sample-sample-sample';
/** The product sets these; nobody types them. */
const ours = ['token', 'linkId', 'status', 'reference', 'ipAddress', 'method', 'refusal'];
const dayOrTime = /^\d{4}-\d\d-\d\d/;

const fill = (value: unknown, text: string): unknown => {
  if (typeof value === 'string') return dayOrTime.test(value) ? value : text;
  return Array.isArray(value) ? value.map((one) => fill(one, text)) : value;
};

async function siteOf(text: string) {
  const { view } = await getSite({ em: t.em() });
  return { ...view, institute: { ...view.institute, name: text, address: text } };
}

async function emailOf(kind: string, text: string) {
  const em = t.em();
  await em.begin();
  try {
    const given: Record<string, unknown> = { ...(await findMessageKind(kind).sampleData(em)) };
    const postCopy = { id: 1, title: text, excerpt: text, imageUrl: '/images/share.jpg', imageAlt: text };
    await em.nativeUpdate(CampaignEntity, {}, { subject: text.slice(0, 200), body: text, postCopy });
    await em.nativeUpdate(DonationEntity, {}, { name: text.slice(0, 200) });
    em.clear();
    const data = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, ours.includes(name) ? value : fill(value, text)]),
    );
    const site = await siteOf(text);
    const context = { em, site, publicUrl: t.config.publicUrl, linkToken: () => 'sample-token' };
    const email = await writeEmail(kind, data, context);
    const queued = { id: 1, createdAt: t.now(), recipient: 'someone@example.org' };
    return toMailMessage(email, { queued, site, config: t.config });
  } finally {
    await em.rollback();
  }
}

const writer = nodemailer.createTransport({ streamTransport: true, buffer: true });
const kinds = messageKinds.filter((kind) => kind.writeEmail).map(({ kind }) => kind);

const receiptNumbers: Partial<Record<string, string>> = {
  'donation-receipt': 'TEST-2026-sample',
  'donation-cancellation': 'CAN-2026-sample',
  'fee-receipt': 'FEE-2027-sample',
  'fee-cancelled': 'CAN-2027-sample',
};

test.each(kinds)('no text runs as a script, or becomes a header, in the email “%s”', async (kind) => {
  const known = new Set<string>();
  for (const text of triedPayloads) {
    const email = await emailOf(kind, text);
    expect([text, findScripts(String(email.html))]).toEqual([text, []]);
    const [headers = ''] = String((await writer.sendMail(email)).message).split(/\r?\n\r?\n/, 1);
    for (const [, name = ''] of headers.matchAll(/^([\w-]+):/gm)) known.add(name);

    for (const { filename, contentType, content } of email.attachments ?? []) {
      expect([filename, contentType]).toEqual([`${receiptNumbers[kind]}.pdf`, 'application/pdf']);
      const pdf = String(content).replaceAll(/stream\r?\n[\s\S]*?endstream/g, '');
      expect(pdf).not.toMatch(/\/(?:JS|JavaScript|OpenAction|AA|Launch|URI|EmbeddedFile|Annot)\b/);
    }
  }
  const unsubscribing = ['List-Unsubscribe', 'List-Unsubscribe-Post', 'Precedence'];
  for (const name of known) {
    expect([
      'From',
      'To',
      'Subject',
      'Reply-To',
      'Message-ID',
      'Date',
      'MIME-Version',
      'Content-Type',
      'Content-Transfer-Encoding',
      'Auto-Submitted',
      ...unsubscribing,
    ]).toContain(name);
  }
});

test('no text runs as a script in the preview of a campaign', async () => {
  const { view } = await t.office.admin.newsletter.campaigns.create.mutate({ subject: 'News', body: 'News' });
  for (const text of triedPayloads) {
    await t.em().nativeUpdate(CampaignEntity, {}, { subject: text.slice(0, 200), body: text });
    const preview = await t.office.admin.newsletter.campaigns.preview.query({ id: view.id });
    expect([text, findScripts(preview.html)]).toEqual([text, []]);
  }
});

test('no text runs as a script in the pages that show the state of a donation and a registration', async () => {
  const em = t.em();
  const { id: programId } = await t.given.program();
  const { reference } = await t.given.registration({ programId, phone: '+256 700 000 009' });
  await em.insert(DonationEntity, {
    txRef: TXREF,
    name: 'Ann',
    email: 'ann@example.org',
    currency: 'UGX',
    amount: 5000,
    status: 'successful',
    isTest: true,
    paidAt: t.now(),
    receiptNumber: 'TEST-2026-000001',
  });
  const post = async (url: string, fields: Record<string, string>) =>
    showAgain(withPages, await withPages.inject(makeFormPost(url, fields)));
  for (const text of triedPayloads) {
    await em.nativeUpdate(
      DonationEntity,
      { txRef: TXREF },
      { name: text.slice(0, 200), phone: text.slice(0, 32) },
    );
    await em.nativeUpdate(ProgramEntity, { id: programId }, { name: text.slice(0, 200) });
    const found = await post('/registration/status', { reference, phone: '0700000009' });
    expect(found.body).toContain('Status: ');
    const answers = [
      found,
      await withPages.inject(`/donations/${TXREF}`),
      await withPages.inject(`/donations/${encodeURIComponent(text)}`),
      await post('/registration/status', { reference: text, phone: text }),
      await withPages.inject(`/newsletter/confirm?token=${encodeURIComponent(text)}`),
      await post('/newsletter/unsubscribe', { token: text }),
    ];
    for (const { body } of answers) expect([text, findScripts(body)]).toEqual([text, []]);
  }
});
