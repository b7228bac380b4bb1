import { expect, test } from 'vitest';
import { migrate } from '../../database/migrate.ts';
import { readData, readRefusal } from '../../testing/app/answers.ts';
import { useTestApp } from '../../testing/app/test-app.ts';
import { query } from '../../testing/processes/cluster.ts';
import { createOlderDatabase } from '../../testing/processes/older-database.ts';
import { OutgoingMessageEntity } from '../platform/outbox/outgoing-message.entity.ts';
import { siteDefaults } from '../platform/site/site-defaults.service.ts';
import { SubscriberEntity } from './newsletter/newsletter.entity.ts';

const t = await useTestApp();
const { site } = t.office.admin;
const readSite = () => readData(t.visitor.api.site.get());
const body = { email: 'reader@example.org' };
const gift = { name: 'Ann Example', email: 'ann@example.org', currency: 'UGX' as const, amount: 5000 };

test('a closed newsletter takes nobody, and who is in it can leave', async () => {
  await readData(t.visitor.api.newsletter.subscribe({ body }));
  const subscriber = await t.em().findOneOrFail(SubscriberEntity, body);
  const asked = await t.em().findOneOrFail(OutgoingMessageEntity, { kind: 'newsletter-confirmation' });
  const { confirmation = '' }: { confirmation?: string } = asked.data;

  const { newsletter } = (await site.get.query()).view;
  await site.update.mutate({ changes: { newsletter: { ...newsletter, isOpen: false } } });
  const refusal = { code: 'NOT_FOUND', message: 'There is no newsletter at the moment.' };
  const { api } = t.visitor;
  expect(await readRefusal(api.newsletter.subscribe({ body: { email: 'new@example.org' } }))).toMatchObject(
    refusal,
  );
  expect(await readRefusal(api.newsletter.confirm({ body: { token: confirmation } }))).toMatchObject(refusal);
  expect(await t.em().count(SubscriberEntity)).toBe(1);
  await readData(api.newsletter.unsubscribe({ body: { token: subscriber.token } }));
  expect(await t.em().findOneOrFail(SubscriberEntity, { id: subscriber.id })).toMatchObject({
    state: 'unsubscribed',
  });
});

test('closed donations start none, and those begun before can be looked up', async () => {
  const { api } = t.visitor;
  const { txRef } = await readData(api.donations.create({ body: gift }));
  expect((await readSite()).emptyPages).not.toContain('/donations');
  const { donations } = (await site.get.query()).view;
  await site.update.mutate({ changes: { donations: { ...donations, isOpen: false } } });

  expect(await readRefusal(api.donations.create({ body: gift }))).toMatchObject({
    code: 'NOT_FOUND',
    message: 'Donations are not taken at the moment.',
  });
  expect(await readData(api.donations.online())).toEqual({ state: 'off' });
  expect((await readSite()).emptyPages).toContain('/donations');
  expect((await t.app.inject('/sitemap.xml')).payload).not.toContain('/donations<');
  expect(await readData(api.donations.verify({ params: { txRef }, body: {} }))).toMatchObject({ txRef });
});

test('a program that does not know the switches reopens nothing', async () => {
  const { newsletter, donations } = await readSite();
  expect([newsletter.isOpen, donations.isOpen]).toEqual([false, false]);
  const { isOpen: _, ...known } = donations;
  const changed = await readData(
    t.office.api.site.update({
      body: { newsletter: { intro: 'Twice a year.' }, donations: { ...known, bankText: 'Ask us.' } },
    }),
  );
  expect(changed).toMatchObject({
    newsletter: { isOpen: false, intro: 'Twice a year.' },
    donations: { isOpen: false, bankText: 'Ask us.' },
  });
});

test('an update replaces the former opening words where nobody has written others, and leaves legal texts', async () => {
  const older = await createOlderDatabase('0130');
  const former = 'Five short steps, about ten minutes. It costs nothing and you can go back at any time.';
  const { title } = siteDefaults.pages.registration;
  for (const intro of [former, 'Come in.']) {
    const content = { pages: { registration: { title, intro } }, terms: { title: 'Terms', intro: former } };
    await query(older.connection, `insert into site (content) values ('${JSON.stringify(content)}')`);
  }
  await migrate(older.connection);
  expect(
    await query(
      older.connection,
      `select content #>> '{pages,registration,intro}' as words, content #>> '{terms,intro}' as terms, read_parts from site order by id`,
    ),
  ).toEqual([
    { words: siteDefaults.pages.registration.intro, terms: former, read_parts: [] },
    { words: 'Come in.', terms: former, read_parts: [] },
  ]);
  await older.drop();
});
