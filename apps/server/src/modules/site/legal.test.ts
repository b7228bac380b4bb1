import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { site as defaults } from '../../demo/site.ts';
import { dataOf, refusalOf } from '../../testing/answers.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { consentVersion } from './legal.service.ts';
import { SiteEntity } from './site.entity.ts';

let t: TestApp;
beforeEach(async () => {
  t = await testApp();
  onTestFinished(() => t.close());
});

const read = () => dataOf(t.visitor.api.site.legal());
const current = () => consentVersion({ em: t.db.orm.em.fork() });

test('visitors read the privacy page and the terms, which other pages do not carry', async () => {
  const { privacy, terms, retention } = defaults;
  expect(await read()).toEqual({ privacy, terms, retention, version: await current() });
  expect(Object.keys(await dataOf(t.visitor.api.site.get()))).not.toContain('privacy');
});

test('the privacy page names the law and the authority for complaints', async () => {
  const { privacy } = await read();
  const words = JSON.stringify(privacy);
  expect(words).toContain('Data Protection and Privacy Act, 2019');
  expect(words).toContain('Personal Data Protection Office');
});

test('the version changes with the privacy page and the terms, and with nothing else', async () => {
  const before = await current();
  await t.db.orm.em.fork().insert(SiteEntity, { content: defaults });
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

test('only the owner changes how long data is kept', async () => {
  await t.given.account();
  const retention = { ...defaults.retention, personMonths: 1 };
  const byOther = t.as('editor@example.org').admin.site.update.mutate({ changes: { retention } });
  expect(await refusalOf(byOther)).toMatchObject({
    code: 'FORBIDDEN',
    details: [{ path: 'changes.retention' }],
  });
  expect((await read()).retention).toEqual(defaults.retention);
});
