import { randomUUID } from 'node:crypto';
import { site as schema } from '@institute/contract';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Changes } from '../../context.ts';
import { openChanges } from '../../database/changes.ts';
import { site as defaults } from '../../demo/site.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { ActivityEntity } from '../activity/activity.entity.ts';
import { SiteEntity } from './site.entity.ts';
import { updateSite } from './site.service.ts';

let t: TestApp;
let changes: Changes;
beforeEach(async () => {
  t = await testApp();
  changes = openChanges(t.db.connection, t.app.log);
  onTestFinished(async () => {
    await changes.close();
    await t.close();
  });
});

/** A context as a request of the office has it. */
async function office() {
  const { user } = await t.signIn();
  return {
    em: t.db.orm.em.fork(),
    changes,
    actor: { id: user.id, email: user.email, isOwner: true, sessionId: randomUUID() },
    origin: { ipAddress: null, userAgent: null },
    now: () => new Date(),
  };
}

test('without anything stored the site has its defaults, for anybody', async () => {
  const { status, body, headers } = await t.call('GET', '/site');
  expect(status).toBe(200);
  expect(body.data).toEqual(schema.parse(defaults));
  expect(headers['cache-control']).toContain('public');
  const again = await t.call('GET', '/site', undefined, {
    headers: { 'if-none-match': String(headers.etag) },
  });
  expect(again.status).toBe(304);
});

test('what was stored before a field existed gets the default of that field', async () => {
  const { chatGreeting: _, ...institute } = { ...defaults.institute, name: 'Jinja Vocational Institute' };
  const { departments: __, ...older } = { ...defaults, institute };
  const em = t.db.orm.em.fork();
  await em.insert(SiteEntity, { content: older as typeof defaults });

  const { body } = await t.call<typeof defaults>('GET', '/site');
  expect(body.data.institute.name).toBe('Jinja Vocational Institute');
  expect(body.data.institute.chatGreeting).toBe(defaults.institute.chatGreeting);
  expect(body.data.departments).toEqual(defaults.departments);
});

test('a stored section that no longer fits gives way to its default, the others stay', async () => {
  const content = { ...defaults, slides: [], floors: { students: 1, facilities: 2, alumni: 3 } };
  await t.db.orm.em.fork().insert(SiteEntity, { content });

  const { body } = await t.call<typeof defaults>('GET', '/site');
  expect(body.data.slides).toHaveLength(3);
  expect(body.data.floors).toEqual({ students: 1, facilities: 2, alumni: 3 });
});

test('a change replaces the given section, is recorded and told to every reader', async () => {
  const ctx = await office();
  let announced = 0;
  changes.onChange(() => {
    announced += 1;
  });
  const floors = { students: 500, facilities: 20, alumni: 900 };
  const { view, tag } = await updateSite(ctx, { floors });
  expect(view).toEqual({ ...schema.parse(defaults), floors });

  const { body, headers } = await t.call<typeof defaults>('GET', '/site');
  expect(body.data.floors).toEqual(floors);
  expect(headers.etag).toBe(tag);
  expect(announced).toBeGreaterThan(0);
  const activities = await ctx.em.fork().find(ActivityEntity, { entityType: 'site' });
  expect(activities).toMatchObject([{ type: 'update', description: 'Updated the site: floors' }]);
});

test('a second editor who saw an older version is refused', async () => {
  const { headers } = await t.call('GET', '/site');
  const seen = String(headers.etag);
  const [first, second] = [await office(), await office()];
  await updateSite(first, { registrationSuccess: 'Thank you.' }, seen);

  await expect(updateSite(second, { registrationSuccess: 'Thanks.' }, seen)).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
  });
  const { body } = await t.call<typeof defaults>('GET', '/site');
  expect(body.data.registrationSuccess).toBe('Thank you.');
});

test('the dashboard changes it by the rules of the contract, and the next reader sees it', async () => {
  const { token } = await t.signIn();
  const { view, tag, isOwner } = await t.admin(token).site.get.query();
  expect([view, isOwner]).toEqual([schema.parse(defaults), true]);

  const slides = view.slides.toReversed();
  await t.admin(token).site.update.mutate({ changes: { slides }, ifMatch: tag });
  const { body } = await t.call<typeof defaults>('GET', '/site');
  expect(body.data.slides).toEqual(slides);

  const [slide] = slides;
  const faulty = { changes: { slides: [{ ...slide, image: 'javascript:alert(1)' }] as typeof slides } };
  await expect(t.admin(token).site.update.mutate(faulty)).rejects.toMatchObject({
    data: {
      apiError: {
        code: 'VALIDATION_ERROR',
        details: [{ path: 'changes.slides.0.image' }, expect.anything()],
      },
    },
  });
  await expect(t.admin(token).site.update.mutate({ changes: {}, ifMatch: tag })).rejects.toMatchObject({
    data: { apiError: { code: 'PRECONDITION_FAILED' } },
  });
});

test('where money goes is changed by the owner alone, whatever else is sent with it', async () => {
  const [owner, other] = [await t.signIn(), await t.signIn('editor@example.org')];
  const { view, isOwner } = await t.admin(other.token).site.get.query();
  expect(isOwner).toBe(false);
  const donations = { ...view.donations, bankText: 'Account 0123 of somebody else' };
  const institute = { ...view.institute, paypalUrl: 'https://paypal.example/somebody-else' };

  for (const [changes, path] of [
    [{ donations, registrationSuccess: 'Thank you.' }, 'changes.donations'],
    [{ institute }, 'changes.institute.paypalUrl'],
  ] as const) {
    await expect(t.admin(other.token).site.update.mutate({ changes })).rejects.toMatchObject({
      data: { apiError: { code: 'FORBIDDEN', details: [{ path }] } },
    });
  }
  const { body } = await t.call<typeof defaults>('GET', '/site');
  expect(body.data).toEqual(view);

  const renamed = { ...view.institute, name: 'Jinja Vocational Institute' };
  const changes = { institute: renamed, donations: view.donations };
  const byOther = await t.admin(other.token).site.update.mutate({ changes });
  expect(byOther.view.institute).toEqual(renamed);
  const byOwner = await t.admin(owner.token).site.update.mutate({ changes: { donations } });
  expect(byOwner.view.donations).toEqual(donations);
});

test('two first changes at once make one row', async () => {
  const [first, second] = [await office(), await office()];
  await Promise.all([
    updateSite(first, { registrationSuccess: 'Thank you.' }),
    updateSite(second, { floors: { students: 1, facilities: 1, alumni: 1 } }),
  ]);
  expect(await t.db.orm.em.fork().count(SiteEntity)).toBe(1);
  const { body } = await t.call<typeof defaults>('GET', '/site');
  expect(body.data).toMatchObject({ registrationSuccess: 'Thank you.', floors: { students: 1 } });
});
