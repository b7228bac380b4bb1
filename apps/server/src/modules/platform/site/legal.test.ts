import { expect, test } from 'vitest';
import { readData } from '../../../testing/app/answers.ts';
import { useTestAppPerTest } from '../../../testing/app/test-app.ts';
import { getSiteTerms } from './legal.service.ts';
import { pickLegalTexts } from './legal-version.service.ts';
import { SiteEntity } from './site.entity.ts';
import { getSite } from './site.service.ts';
import { siteDefaults as defaults } from './site-defaults.service.ts';

const t = useTestAppPerTest();

const read = () => readData(t.visitor.api.site.legal());
const current = async () => pickLegalTexts((await getSite({ em: t.em() })).view).version;

test('visitors read the privacy page and the terms, which other pages do not carry', async () => {
  const { privacy, terms, retention } = defaults;
  expect(JSON.stringify(privacy)).toMatch(/Data Protection and Privacy Act.*Personal Data Protection Office/);
  expect(await read()).toEqual({ privacy, terms, retention, version: await current() });
  expect(Object.keys(await readData(t.visitor.api.site.get()))).not.toContain('privacy');
});

test('the version changes with the privacy page and the terms, and with nothing else', async () => {
  const before = await current();
  await t.em().nativeUpdate(SiteEntity, {}, { content: defaults });
  expect(await current()).toBe(before);
  await t.office.admin.site.update.mutate({ changes: { registrationSuccess: 'Thank you.' } });
  expect(await current()).toBe(before);

  const changes = { terms: { ...defaults.terms, intro: 'What you agree to.' } };
  await t.office.admin.site.update.mutate({ changes });
  const after = await current();
  expect(after).not.toBe(before);
  expect((await read()).version).toBe(after);

  await t.office.admin.site.update.mutate({ changes: { terms: defaults.terms } });
  expect(await current()).toBe(before);
});

test('the texts of a version are kept, and the office reads what an applicant has agreed to', async () => {
  const { id } = await t.given.registration();
  const { view } = await t.office.admin.registrations.get.query({ id });
  const terms = { ...defaults.terms, intro: 'What you agree to.' };
  t.wait(60_000);
  await t.office.admin.site.update.mutate({ changes: { terms } });

  const agreedTo = (version: string) => t.office.admin.site.legalVersion.query({ version });
  const { privacy, retention } = defaults;
  const then = await agreedTo(view.consentVersion ?? '');
  expect(then?.texts).toEqual({ privacy, terms: defaults.terms, retention, version: view.consentVersion });
  expect(Date.parse(then?.since ?? '')).toBeLessThanOrEqual(Date.parse(view.consentedAt));
  const later = await read();
  const now = await agreedTo(later.version);
  expect(now?.texts.terms.intro).toBe('What you agree to.');
  expect(Date.parse(now?.since ?? '') - Date.parse(view.consentedAt)).toBeGreaterThanOrEqual(60_000);
  expect(await agreedTo('unknown')).toBeNull();
  await expect(t.visitor.admin.site.legalVersion.query({ version: later.version })).rejects.toThrow(
    'sign in',
  );
});

test('older legal texts are kept with the next change, dated from the first who agreed', async () => {
  const { id } = await t.given.registration();
  await t.sql('delete from legal_versions');
  await t.sql("update registrations set consented_at = '2026-01-02T03:04:05Z'");
  await t.office.admin.site.update.mutate({ changes: { terms: { ...defaults.terms, intro: 'Other' } } });
  const { view } = await t.office.admin.registrations.get.query({ id });
  expect(await t.office.admin.site.legalVersion.query({ version: view.consentVersion ?? '' })).toMatchObject({
    since: '2026-01-02T03:04:05.000Z',
    texts: { terms: defaults.terms },
  });
});

test('a registration reads the site only after a change of content', async () => {
  const ctx = t.jobContext();
  await expect.poll(() => ctx.changes.isListening()).toBe(true);
  const before = await getSiteTerms(ctx);
  // A change without a notice
  const terms = { ...defaults.terms, intro: 'x' };
  await t.em().nativeUpdate(SiteEntity, {}, { content: { ...defaults, terms } });
  expect(await getSiteTerms({ ...ctx, em: t.em() })).toEqual(before);
  ctx.changes.announce();
  expect((await getSiteTerms(ctx)).consentVersion).not.toBe(before.consentVersion);
});
