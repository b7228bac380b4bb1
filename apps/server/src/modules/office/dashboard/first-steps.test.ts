import { instituteTexts, partToReadNames, siteParts } from '@institute/contract/site-parts.constants';
import { expect, test } from 'vitest';
import { seedDemo } from '../../../composition/seed-demo.ts';
import { readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { siteDefaults } from '../../platform/site/site-defaults.service.ts';

const t = await useTestApp({ SEED_DEMO: 'false' });
await seedDemo(t);
await t.given.account('owner@example.org');
const owner = t.as('owner@example.org').admin;

const allParts = Object.keys(siteParts).filter((part) => part in instituteTexts);
const read = async () => {
  const found = await owner.stats.firstSteps.query();
  return {
    isDismissed: found?.isDismissed,
    untouched: found?.untouched,
    done: found?.steps.flatMap(({ name, isDone }) => (isDone ? [name] : [])),
  };
};

test('each step is done when the data say so', async () => {
  expect(await read()).toEqual({ isDismissed: false, done: [], untouched: allParts });

  const { institute } = (await owner.site.get.query()).view;
  const change = (changes: Partial<typeof institute>) =>
    owner.site.update.mutate({ changes: { institute: { ...institute, ...changes } } });
  await change({ name: 'Mbale Institute' });
  expect((await read()).done).toEqual(['institute']);
  const phonesStep = (await owner.stats.firstSteps.query())?.steps.find(({ name }) => name === 'phones');
  expect(phonesStep).toEqual({ name: 'phones', isDone: false, isDemo: institute.phones.length > 0 });
  await change({ name: 'Mbale Institute', phones: ['+256 772 123 456'] });
  expect((await read()).done).toEqual(['institute', 'phones']);
  await change({ name: 'Mbale Institute', phones: ['+256 772 123 456'], emails: ['office@mbale.ac.ug'] });
  expect((await read()).done).toEqual(['institute', 'phones', 'emails']);

  await owner.accounts.invite.mutate({ email: 'colleague@example.org' });
  expect((await read()).done).toEqual(['institute', 'phones', 'emails', 'colleagues']);

  const partsToWrite = async () => (await read()).untouched;
  expect(await partsToWrite()).toContain('institute');
  await owner.site.update.mutate({ changes: { openingHours: [{ days: 'Mon-Sat', hours: '8-5' }] } });
  expect(await partsToWrite()).not.toContain('hours');
  const name = 'Mbale Institute';
  const phones = ['+256 772 123 456'];
  const emails = ['office@mbale.ac.ug'];
  await owner.site.update.mutate({
    changes: { institute: { ...siteDefaults.institute, name, phones, emails } },
  });
  const written = ['institute', 'contact', 'hours'];
  expect(await partsToWrite()).toEqual(allParts.filter((part) => !written.includes(part)));

  await owner.trash.removeDemo.mutate();
  const draft = await t.given.program({ status: 'draft' });
  expect((await read()).done).toEqual(['institute', 'phones', 'emails', 'demo', 'colleagues']);
  await requireSuccess(
    t.office.api.programs.update({ params: { id: draft.id }, body: { status: 'published' } }),
  );
  await owner.intakes.create.mutate({ programId: draft.id, startsOn: '2027-02-01' });
  await t.given.registration({ programId: draft.id });
  expect((await read()).done).toHaveLength(8);
});

test('neutral texts count until an owner has read them, or somebody has written them anew', async () => {
  const unread = async () => (await owner.site.get.query()).unread;
  expect(await unread()).toEqual(partToReadNames);
  const seen = (await owner.site.get.query()).view;
  const kept = await owner.site.markRead.mutate({ part: 'terms' });
  expect(kept.view).toEqual(seen);
  await owner.site.update.mutate({ changes: { privacy: { ...seen.privacy, title: 'Your data' } } });
  expect(await unread()).toEqual(['pages', 'newsletter', 'messages']);
  expect((await read()).untouched).toEqual(expect.not.arrayContaining(['terms', 'privacy']));
  expect((await read()).untouched).toEqual(expect.arrayContaining(['pages', 'newsletter', 'messages']));

  const { site } = t.as('editor@example.org').admin;
  expect(await readRefusal(site.markRead.mutate({ part: 'messages' }))).toMatchObject({ code: 'FORBIDDEN' });
});

test('an owner dismisses them for the installation, and may take that back', async () => {
  await owner.stats.dismissFirstSteps.mutate({ isDismissed: true });
  expect((await read()).isDismissed).toBe(true);
  await owner.stats.dismissFirstSteps.mutate({ isDismissed: false });
  expect((await read()).isDismissed).toBe(false);
});

test('other accounts see none', async () => {
  expect(await t.as('editor@example.org').admin.stats.firstSteps.query()).toBeNull();
});
