import { writeSms } from '@institute/contract/sms-template';
import { expect, test } from 'vitest';
import { findMessageKind, messageKinds } from '../../composition/messages.ts';
import { seedDemo } from '../../composition/seed-demo.ts';
import { toMailMessage } from '../../messaging/email/transport.ts';
import { getSite } from '../../modules/platform/site/site.service.ts';
import { demoSite, siteDefaults } from '../../modules/platform/site/site-defaults.service.ts';
import { useTestApp } from '../app/test-app.ts';
import { readPdfLines } from '../files/pdf-text.ts';

const t = await useTestApp({ SEED_DEMO: 'false' });

const tables = [
  ['programs', 'name'],
  ['coaches', 'name'],
  ['facilities', 'name'],
  ['posts', 'title'],
  ['pages', 'title'],
  ['gallery_items', 'title'],
  ['alumni', 'name'],
];

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

await seedDemo(t);
const neutral = new Set(textsIn(siteDefaults));
const titles = await Promise.all(
  tables.map(([table, column]) => t.sql<{ title: string }>(`select ${column} as title from ${table}`)),
);
const demoWords = [
  ...textsIn(demoSite).filter((text) => !neutral.has(text)),
  ...titles.flat().map(({ title }) => title),
]
  // Short ones, such as the name of a network, stand elsewhere too
  .filter((text) => text.length > 9 || /\d{3}/.test(text));
await t.given.account('owner@example.org');
await t.as('owner@example.org').admin.trash.removeDemo.mutate();
const withPages = await t.openPages();

/** What nobody of the school wrote, and what is left where a text is empty. */
const inventedIn = (text: string): string[] => [
  ...demoWords.filter((words) => text.replaceAll(/\d[-\d]{6,}/g, '').includes(words)),
  ...(text.match(
    /\b(?:undefined|null|NaN)\b|\b0\+|[|–] *$| - $|: *[.,]?$|\b(?:of|at|from|to) *\.|["“”]{2}| {2,}[a-z]/gm,
  ) ?? []),
];

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };
/** The data for search engines stays. */
const readable = (html: string): string =>
  html
    .replaceAll(/<(script|style)\b(?![^>]*ld\+json)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*? (?:content|alt|title|aria-label)="([^"]*)"[^>]*>/g, '\n$1\n')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(/&(#?\w+);/g, (all, name: string) => signs[name] ?? all)
    .replaceAll(/^\s+|\s+$/gm, '');

test('the demo has the words that this file looks for', () => {
  expect(demoWords.length).toBeGreaterThan(100);
  expect(demoWords).toEqual(
    expect.arrayContaining(['Kampala Vocational Institute', '+256 700 000 001', '000000']),
  );
  expect(inventedIn('Call the office of .\n400+ and 0+')).toHaveLength(2);
});

test.each(
  `/ /about /programs /coaches /facilities /news /gallery /videos /alumni /faq /registration /contact /donations
  /privacy /terms /newsletter /fees /certificates /receipts /nothing /registration/status`.split(/\s+/),
)('%s says nothing that was invented after the demo was removed', async (page) => {
  const { body } = await withPages.inject(page);
  expect(body).toContain('<html');
  expect(inventedIn(readable(body))).toEqual([]);
});

test.each(['/news.rss', '/sitemap.xml', '/manifest.webmanifest', '/robots.txt', '/.well-known/security.txt'])(
  '%s says nothing that was invented after the demo was removed',
  async (file) => {
    const { body, statusCode } = await withPages.inject(file);
    expect([statusCode, inventedIn(file.endsWith('txt') ? body : readable(body))]).toEqual([200, []]);
    expect(body).not.toMatch(/""|<(\w+)><\/\1>/);
  },
);

test('the sitemap lists no page that has nothing', async () => {
  const { body } = await withPages.inject('/sitemap.xml');
  const pages = Array.from(body.matchAll(/<loc>([^<]+)/g), ([, page = '']) => new URL(page).pathname);
  expect(pages.toSorted()).toEqual(['/contact', '/donations', '/privacy', '/registration', '/terms']);
});

test.each(messageKinds.map(({ kind }) => kind))(
  'the message “%s” says nothing that was invented after the demo was removed',
  async (name) => {
    const kind = findMessageKind(name);
    const em = t.em();
    await em.begin();
    try {
      const { view: site } = await getSite({ em });
      const context = { em, site, publicUrl: t.config.publicUrl, linkToken: () => 'sample-token' };
      const sampled: object = await kind.sampleData(em);
      const data = { ...sampled, ...('program' in sampled && { program: 'Sample Weaving' }) };
      const sms = await kind.writeSms?.(data, context);
      const ending = site.messages.smsEnding;
      if (sms) {
        const { text } = writeSms(sms.template, sms.values, ending, { saysStop: true });
        expect(inventedIn(text)).toEqual([]);
      }
      const email = await kind.writeEmail?.(data, context);
      if (!email) return;
      const queued = { id: 1, createdAt: t.now(), recipient: 'someone@example.org' };
      const { subject, text, html } = toMailMessage(email, { queued, site, config: t.config });
      for (const part of [String(subject), String(text), readable(String(html))])
        expect(inventedIn(part.replaceAll(/:\nhttp/g, ' http').replaceAll('-- \n', ''))).toEqual([]);
      expect(html).not.toMatch(/<(p|h1|td)\b[^>]*>\s*<\/\1>/);
      for (const { content } of email.attachments ?? []) {
        const lines = readPdfLines(content).map((line) => line.text);
        expect(lines.filter((line) => line.trim() === '')).toEqual([]);
        expect(inventedIn(lines.join(' ').replaceAll(/ +/g, ' '))).toEqual([]);
      }
    } finally {
      await em.rollback();
    }
  },
);
