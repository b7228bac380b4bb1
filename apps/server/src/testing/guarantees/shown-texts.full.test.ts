import { expect, test } from 'vitest';
import { everyContent, type Fields, getContentApi } from '../app/content-samples.ts';
import { makeFormPost, showAgain } from '../app/form-site.ts';
import { useTestApp } from '../app/test-app.ts';
import { triedPayloads } from '../files/hostile-texts.ts';
import { findScripts } from './harm.ts';

const PER_ROUND = 20;

const t = await useTestApp();
let stored = 0;
const visible = (full: Fields, at: number): Fields => ({
  ...full,
  ...('isActive' in full && { isActive: true }),
  ...('path' in full && { path: `page-${at}` }),
});
const withPages = await t.openPages();
for (let at = 0; at < PER_ROUND; at += 1) {
  for (const { resource, full } of everyContent) await t.given.content(resource, visible(full, at));
}

const pages =
  `/ /about /programs /coaches /facilities /news /gallery /videos /alumni /faq /registration /contact
  /donations /privacy /terms /newsletter /programs/1 /programs/2 /facilities/1 /facilities/2 /news/1 /news/2 /p/page-0 /p/page-1`.split(
    /\s+/,
  );

async function put(sample: (typeof everyContent)[number], id: number, text: string): Promise<void> {
  const { resource, full } = sample;
  const texts = Object.entries(full).filter(
    ([name, value]) =>
      (typeof value === 'string' || Array.isArray(value)) && !['status', 'publishAt'].includes(name),
  );
  const changes: Fields = Object.fromEntries(
    texts.map(([name, value]) => [name, Array.isArray(value) ? [text] : text]),
  );
  // Fields that refuse the text are left out.
  for (let left = 4; left > 0; left -= 1) {
    const answer = await getContentApi(t.office, resource).update({ params: { id }, body: changes });
    if (answer.status === 200) {
      stored += Object.keys(changes).length;
      return;
    }
    expect(answer.status).toBe(400);
    for (const { path } of answer.body.error.details) delete changes[path.split('.')[0] ?? ''];
  }
}

const everyText = (value: unknown, text: string): unknown => {
  if (typeof value === 'string') return /^(?:https?:|\/|\+?\d|[\w.]+@)/.test(value) ? value : text;
  if (Array.isArray(value)) return value.map((each) => everyText(each, text));
  if (typeof value !== 'object' || value === null) return value;
  const kept = ['id', 'category', 'graduationYear'];
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, kept.includes(name) ? each : everyText(each, text)]),
  );
};

const rounds = Array.from({ length: Math.ceil(triedPayloads.length / PER_ROUND) }, (_, round) =>
  triedPayloads.slice(round * PER_ROUND, (round + 1) * PER_ROUND),
);

test.each(rounds.map((texts, round) => [round + 1, texts] as const))(
  'no page shows a text as a script (round %i)',
  async (_, texts) => {
    for (const [at, text] of texts.entries()) {
      for (const sample of everyContent) await put(sample, at + 1, text);
    }
    const { view } = await t.office.admin.site.get.query();
    const [first = ''] = texts;
    const { institute, pages: intros, faq, values, blurbs, about, privacy, terms } = view;
    const parts = { institute, pages: intros, faq, values, blurbs, about, privacy, terms };
    for (const [name, part] of Object.entries(parts)) {
      await t.office.admin.site.update
        .mutate({ changes: { [name]: everyText(part, first) } })
        .catch(() => undefined);
    }
    for (const page of pages) {
      const { body, statusCode } = await withPages.inject(page);
      expect([page, statusCode]).toEqual([page, 200]);
      expect([page, findScripts(body)]).toEqual([page, []]);
    }
    for (const feed of ['/news.rss', '/sitemap.xml']) {
      expect([feed, findScripts((await withPages.inject(feed)).body, true)]).toEqual([feed, []]);
    }
    for (const text of texts) {
      for (const page of ['/programs', '/news', '/nothing', '/registration/status']) {
        const answer = await withPages.inject(
          `${page}?q=${encodeURIComponent(text)}&reference=${encodeURIComponent(text)}`,
        );
        expect([page, findScripts(answer.body)]).toEqual([page, []]);
      }
      const fields = { name: text, email: text, subject: text, message: text };
      const refused = await showAgain(withPages, await withPages.inject(makeFormPost('/contact', fields)));
      expect([refused.statusCode, findScripts(refused.body)]).toEqual([400, []]);
    }
  },
);

test('most texts were stored and shown', () => expect(stored).toBeGreaterThan(triedPayloads.length * 10));
