import { type SiteSettings, site as schema } from '@institute/contract';
import { expect, onTestFinished, test } from 'vitest';
import type { Ctx } from '../../../context.ts';
import { openChangeNotices } from '../../../database/changes.ts';
import { migrate } from '../../../database/migrate.ts';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { testPassword, useTestAppPerTest } from '../../../testing/app/test-app.ts';
import { query } from '../../../testing/processes/cluster.ts';
import { createOlderDatabase } from '../../../testing/processes/older-database.ts';
import { ActivityEntity } from '../activity/activity.entity.ts';
import { OutgoingMessageEntity } from '../outbox/outgoing-message.entity.ts';
import { SiteEntity } from './site.entity.ts';
import { warnOfInvalidSite } from './site.service.ts';
import { demoSite, siteDefaults } from './site-defaults.service.ts';

const t = useTestAppPerTest();

const withInitials = { ...demoSite, messages: { ...demoSite.messages, smsEnding: 'KVI' } };
const read = () => readData(t.visitor.api.site.get());
const store = (content: SiteSettings) => t.em().nativeUpdate(SiteEntity, {}, { content });

test('without stored settings nothing is invented: visitors get headings and no names, figures or answers', async () => {
  await t.sql('delete from site');
  const { body, headers } = await requireSuccess(t.visitor.api.site.get());
  expect(body.data).toMatchObject(schema.parse(siteDefaults));
  expect(body.data).toMatchObject({
    institute: { name: '', foundedYear: 0, address: '', phones: [], emails: [], chatPhone: '' },
    faq: [],
    donations: { bankText: '', merchantCode: '' },
  });
  expect(headers.get('cache-control')).toContain('public');
  const held = { 'if-none-match': String(headers.get('etag')) };
  expect(await t.visitor.api.site.get({ extraHeaders: held })).toMatchObject({ status: 304 });
});

test('a field that was added later gets its default', async () => {
  const { chatGreeting: _, ...institute } = { ...demoSite.institute, name: 'Jinja Vocational Institute' };
  const { departments: __, messages: ___, ...older } = { ...demoSite, institute };
  await store(older as SiteSettings);

  const stored = await read();
  expect(stored.institute.name).toBe('Jinja Vocational Institute');
  expect(stored.institute.chatGreeting).toBe(siteDefaults.institute.chatGreeting);
  expect(stored.departments).toEqual([]);
  const { view } = await t.office.admin.site.get.query();
  expect(view.messages).toEqual({ ...siteDefaults.messages, smsEnding: 'JVI' });
});

test('a social link is an https address; a stored one of http stays, is shown and holds nothing up', async () => {
  const former = { network: 'Choir', url: 'http://choir.example' };
  await store({ ...demoSite, socials: [former] });
  const { site } = t.office.admin;
  await site.update.mutate({ changes: { openingHours: [] } });
  const blog = { network: '', url: 'https://blog.example/' };
  await site.update.mutate({ changes: { socials: [former, blog] } });
  expect((await read()).socialLinks.map(({ url }) => url)).toEqual([former.url, blog.url]);

  for (const url of ['http://blog.example/', 'http://choir.example/new', '/news']) {
    const refusal = await readRefusal(
      site.update.mutate({ changes: { socials: [former, { ...blog, url }] } }),
    );
    expect(refusal.details, url).toEqual([
      { path: 'changes.socials.1.url', message: 'A web address that starts with https://' },
    ]);
  }
  expect((await read()).socials).toEqual([former, blog]);
});

test('words for alumni are empty by default, and one that is left out is emptied', async () => {
  const { alumniWords: _, ...older } = demoSite;
  await store(older as SiteSettings);
  expect(Object.values((await read()).alumniWords)).toEqual(Array(9).fill(''));

  const { site } = t.office.admin;
  await site.update.mutate({ changes: { alumniWords: { youth: '  Evening \n class ' } } });
  expect((await read()).alumniWords).toMatchObject({ youth: 'Evening class', college: '' });
  await site.update.mutate({ changes: { openingHours: [] } });
  expect((await read()).alumniWords.youth).toBe('Evening class');
  await site.update.mutate({ changes: { alumniWords: { college: 'Day class' } } });
  expect((await read()).alumniWords).toMatchObject({ youth: '', college: 'Day class' });
});

test('only the demo has a signer, and programs see none', async () => {
  const { site } = t.office.admin;
  expect((await site.get.query()).view.certificates).toEqual({
    signerName: 'Godfrey Ssebbowa',
    signerTitle: 'Director',
    secondSignerName: '',
    secondSignerTitle: '',
    note: 'Issued by the institute. This is not a national award of UVTAB.',
  });
  expect(await read()).not.toHaveProperty('certificates');

  const { certificates, ...older } = demoSite;
  await store(older as SiteSettings);
  const { view } = await site.get.query();
  expect(view.certificates).toEqual({ ...certificates, signerName: '', signerTitle: '' });
});

test('the office decides who gets SMS and with which words; the public call neither shows nor takes them', async () => {
  const { site } = t.office.admin;
  const { messages } = (await site.get.query()).view;
  expect(messages).toMatchObject({ smsTo: 'withoutEmail', smsEnding: 'KVI' });

  const changed = { ...messages, smsTo: 'always' as const, smsEnding: 'Jinja' };
  await site.update.mutate({ changes: { messages: changed } });
  expect(await read()).not.toHaveProperty('messages');
  const program = await t.given.apiKey('site:write');
  expect(await program.send('PUT', '/site', { body: { messages } })).toMatchObject({ status: 200 });
  expect((await site.get.query()).view.messages).toEqual(changed);

  const sms = { ...messages.sms, status: 'Dear {name}' };
  expect(
    await readRefusal(site.update.mutate({ changes: { messages: { ...messages, sms } } })),
  ).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ path: 'changes.messages.sms.status', message: expect.stringContaining('{name}') }],
  });
});

test('whoever has settings alone does not change whom the SMS reach, and an owner types the password', async () => {
  await t.given.account('office@example.org');
  const { user } = await t.given.account('technician@example.org');
  await t.office.admin.accounts.setRights.mutate({ id: user.id, rights: ['settings'] });
  const { messages } = (await t.office.admin.site.get.query()).view;
  const changes = { messages: { ...messages, smsTo: 'always' as const } };
  const details = [{ path: 'changes.messages.smsTo' }];
  const byTechnician = t.as('technician@example.org').admin.site.update.mutate({ changes });
  expect(await readRefusal(byTechnician)).toMatchObject({ code: 'FORBIDDEN', details });
  const owner = t.withToken((await t.signIn()).token).admin;
  t.wait(10 * 60_000);
  expect(await readRefusal(owner.site.update.mutate({ changes }))).toMatchObject({
    code: 'PASSWORD_REQUIRED',
  });
  await owner.account.confirmPassword.mutate({ currentPassword: testPassword });
  expect((await owner.site.update.mutate({ changes })).view).toMatchObject(changes);
});

test('a text may use its own placeholders only', async () => {
  const { site } = t.office.admin;
  const { messages } = (await site.get.query()).view;
  const write = (certificate: string) =>
    site.update.mutate({ changes: { messages: { ...messages, sms: { ...messages.sms, certificate } } } });
  expect(await readRefusal(write('Dear {firstName}, {program} of {startsOn} is here.'))).toMatchObject({
    details: [
      {
        path: 'changes.messages.sms.certificate',
        message: 'Nothing replaces {startsOn}: write {firstName}, {reference}, {program} or {link}',
      },
    ],
  });
  await write('Dear {firstName}, {program}: {link}');
});

test('an update takes placeholders that never had a value out of a stored text', async () => {
  const older = await createOlderDatabase('0086');
  const execute = (sql: string) => query(older.connection, sql);
  const texts = [
    'Dear {firstName}, {program} of {startsOn} is {status}. {place} {link}',
    '{place}',
    '{link}',
  ];
  for (const certificate of texts)
    await execute(
      `insert into site (content) values ('${JSON.stringify({ messages: { sms: { certificate } } })}')`,
    );
  await migrate(older.connection);
  expect(
    await execute(`select content #>> '{messages,sms,certificate}' as text from site order by id`),
  ).toEqual([{ text: 'Dear {firstName}, {program} of is. {link}' }, { text: null }, { text: '{link}' }]);
  await older.drop();
});

test('the ending of an SMS follows the name of the institute until the office writes one', async () => {
  const { site } = t.office.admin;
  const { view } = await site.get.query();
  const ending = async (changes: Partial<SiteSettings>) =>
    (await site.update.mutate({ changes })).view.messages.smsEnding;
  const renamed = (name: string) => ({ institute: { ...view.institute, name } });

  await site.update.mutate({ changes: { messages: { ...view.messages, smsTo: 'never' } } });
  expect(await ending(renamed('Jinja School of Crafts'))).toBe('JSC');
  expect(await ending({ messages: { ...view.messages, smsEnding: 'Jinja' } })).toBe('Jinja');
  expect(await ending(renamed('Gulu School of Crafts'))).toBe('Jinja');
  expect(await ending({ messages: { ...view.messages, smsEnding: ' ' } })).toBe('GSC');
});

test('a stored section that no longer fits is not shown, never as the demo’s, and stays stored', async () => {
  const stored = { ...demoSite, floors: { students: 1, facilities: 2, alumni: 3 } };
  const slides = [{ title: 'Our own' }] as unknown as SiteSettings['slides'];
  const donations = { ...demoSite.donations, merchantCode: 'none' };
  await store({ ...stored, slides, donations });

  const shown = await read();
  expect(shown).toMatchObject({
    slides: [],
    donations: siteDefaults.donations,
    floors: { students: 1, facilities: 2, alumni: 3 },
  });
  const { site, stats } = t.office.admin;
  await site.update.mutate({ changes: { registrationSuccess: 'Thank you.', slides: shown.slides } });
  const [row] = await t.sql('select content from site');
  expect(row?.content).toMatchObject({ slides, donations, registrationSuccess: 'Thank you.' });

  expect((await stats.attention.query()).invalidSections).toEqual(['slides', 'donations']);
  const { invalidSections } = await t.as('editor@example.org').admin.stats.attention.query();
  expect(invalidSections).toEqual([]);
  const lines: unknown[] = [];
  const log = { warn: (...line: unknown[]) => lines.push(line) } as unknown as Ctx['log'];
  await warnOfInvalidSite({ em: t.em(), log });
  expect(lines).toEqual([
    [{ sections: ['slides', 'donations'] }, 'stored sections of the site cannot be read and are not shown'],
  ]);

  await site.update.mutate({ changes: { slides: demoSite.slides } });
  expect((await read()).slides).toEqual(demoSite.slides);
  expect((await stats.attention.query()).invalidSections).toEqual(['donations']);
});

test('a change replaces the given section, is recorded and seen by every reader', async () => {
  const changes = openChangeNotices(t.db.connection, t.app.log);
  onTestFinished(() => changes.close());
  await expect.poll(() => changes.isListening()).toBe(true);
  let announced = 0;
  changes.onChange(() => {
    announced += 1;
  });
  const floors = { students: 500, facilities: 20, alumni: 900 };
  const { view, tag } = await t.office.admin.site.update.mutate({ changes: { floors } });
  expect(view).toEqual({ ...withInitials, floors });

  const { body, headers } = await requireSuccess(t.visitor.api.site.get());
  expect(body.data.floors).toEqual(floors);
  expect(headers.get('etag')).toContain(tag.slice(0, -1));
  await expect.poll(() => announced).toBeGreaterThan(0);
  const activities = await t.em().find(ActivityEntity, { entityType: 'site' });
  expect(activities).toMatchObject([{ type: 'update', description: 'Updated the site: floors' }]);
});

test('a second editor who saw an older version is refused', async () => {
  const { headers } = await t.visitor.api.site.get();
  const seen = String(headers.get('etag'));
  const update = (registrationSuccess: string) =>
    t.office.admin.site.update.mutate({ changes: { registrationSuccess }, ifMatch: seen });
  await update('Thank you.');

  expect(await readRefusal(update('Thanks.'))).toMatchObject({ code: 'PRECONDITION_FAILED' });
  const stored = await read();
  expect(stored.registrationSuccess).toBe('Thank you.');
});

test('a change of the dashboard is validated by the contract, and the next reader sees it', async () => {
  const { site } = t.office.admin;
  const { view, tag, isOwner } = await site.get.query();
  expect([view, isOwner]).toEqual([withInitials, true]);

  const slides = view.slides.toReversed();
  await site.update.mutate({ changes: { slides }, ifMatch: tag });
  const stored = await read();
  expect(stored.slides).toEqual(slides);

  const [slide] = slides;
  const faulty = { changes: { slides: [{ ...slide, image: 'javascript:alert(1)' }] as typeof slides } };
  expect(await readRefusal(site.update.mutate(faulty))).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ path: 'changes.slides.0.image' }],
  });
});

test('only the owner changes mail, money, phones, SMS, law and frames, whatever else is sent with it', async () => {
  await t.given.account();
  const owner = t.office.admin;
  const other = t.as('editor@example.org').admin;
  const { view, isOwner } = await other.site.get.query();
  expect(isOwner).toBe(false);
  const donations = { ...view.donations, bankText: 'Account 0123 of somebody else' };
  const institute = { ...view.institute, paypalUrl: 'https://paypal.example/somebody-else' };
  const { messages } = view;
  const thief = '0779 000 000';
  const pay = `Pay to ${thief}.`;

  const refused: [Partial<SiteSettings>, string][] = [
    [{ donations, openingHours: [] }, 'changes.donations'],
    [{ institute }, 'changes.institute.paypalUrl'],
    [{ institute: { ...view.institute, phones: [thief] } }, 'changes.institute.phones'],
    [{ institute: { ...view.institute, chatPhone: thief } }, 'changes.institute.chatPhone'],
    [{ departments: view.departments.map((one) => ({ ...one, phone: thief })) }, 'changes.departments'],
    [{ messages: { ...messages, sms: { ...messages.sms, status: pay } } }, 'changes.messages.sms'],
    [{ messages: { ...messages, smsEnding: `Pay ${thief}` } }, 'changes.messages.smsEnding'],
    [{ messageTemplates: [{ title: 'Fees', text: pay }] }, 'changes.messageTemplates'],
    [{ messages: { ...messages, smsTo: 'never' } }, 'changes.messages.smsTo'],
    [{ messages: { ...messages, weekly: !messages.weekly } }, 'changes.messages.weekly'],
    [{ registrationSuccess: pay }, 'changes.registrationSuccess'],
    [{ institute: { ...view.institute, emails: ['other@example.org'] } }, 'changes.institute.emails'],
    [{ privacy: { ...view.privacy, intro: 'Nothing is private.' } }, 'changes.privacy'],
    [{ terms: { ...view.terms, intro: 'Anything goes.' } }, 'changes.terms'],
    [{ retention: { ...view.retention, personMonths: 1 } }, 'changes.retention'],
    [{ certificates: { ...view.certificates, signerName: 'Ann Other' } }, 'changes.certificates'],
    ...(['mapUrl', 'directionsUrl', 'aboutDocumentUrl'] as const).map(
      (name): [Partial<SiteSettings>, string] => [
        { institute: { ...view.institute, [name]: 'https://map.example/elsewhere' } },
        `changes.institute.${name}`,
      ],
    ),
  ];
  for (const [changes, path] of refused) {
    expect(await readRefusal(other.site.update.mutate({ changes }))).toMatchObject({
      code: 'FORBIDDEN',
      details: [{ path }],
    });
  }
  const stored = await read();
  expect(stored).toMatchObject(schema.parse(view));

  const described = { ...view.institute, blurb: 'Learn a trade.' };
  const changes = { institute: described, donations: view.donations };
  const byOther = await other.site.update.mutate({ changes });
  expect(byOther.view.institute).toEqual(described);
  const byOwner = await owner.site.update.mutate({ changes: { donations } });
  expect(byOwner.view.donations).toEqual(donations);
});

test('the office changes opening hours and texts without an owner', async () => {
  await t.given.account();
  const { site } = t.as('editor@example.org').admin;
  const { view } = await site.get.query();
  const changes = {
    socials: view.socials.toReversed(),
    openingHours: view.openingHours.slice(1),
    institute: { ...view.institute, address: 'Plot 9, Kampala Road', chatGreeting: 'Good day.' },
  };
  const changed = await site.update.mutate({ changes });
  expect(changed.view).toMatchObject(changes);
});

test('an editor writes the texts of the site, and nothing that promises, pays, calls or signs', async () => {
  await t.given.account();
  const { user } = await t.given.account('writer@example.org');
  await t.office.admin.accounts.setRole.mutate({ id: user.id, role: 'editor' });
  const { site } = t.as('writer@example.org').admin;
  const { view } = await site.get.query();
  const { about, menu, openingHours, faq, slides, pages, messages } = view;
  const changes = {
    about: { ...about, mission: 'We teach trades.' },
    menu: menu.map((item) => ({ ...item, hidden: item.entry === '/videos' })),
    openingHours: openingHours.slice(1),
    faq: faq.slice(1),
    slides: slides.slice(1),
    pages: { ...pages, about: { ...pages.about, intro: 'Who we are.' } },
  };
  expect((await site.update.mutate({ changes })).view).toMatchObject(changes);

  const refused: Partial<SiteSettings>[] = [
    { messages: { ...messages, smsTo: 'never' } },
    { newsletter: { isOpen: false, intro: '' } },
    { pages: { ...pages, registration: { title: 'Registration', intro: 'It is free.' } } },
    { certificates: { ...view.certificates, signerName: 'Ann Other' } },
  ];
  for (const changes of refused)
    expect(await readRefusal(site.update.mutate({ changes }))).toMatchObject({ code: 'FORBIDDEN' });
});

test('the former office address is told who sends its mail elsewhere, and when', async () => {
  const { institute } = (await t.office.admin.site.get.query()).view;
  const change = (emails: string[]) =>
    t.office.admin.site.update.mutate({ changes: { institute: { ...institute, emails } } });
  const [former = ''] = institute.emails;
  const told = () => t.em().find(OutgoingMessageEntity, { kind: 'office-moved' }, { orderBy: { id: 'asc' } });

  await change([former, 'second@example.org']);
  await change([former.toUpperCase(), 'second@example.org']);
  expect(await told()).toEqual([]);
  await change(['second@example.org', former]);
  const by = 'office@example.org';
  expect(await told()).toMatchObject([
    {
      recipient: former.toUpperCase(),
      data: { to: 'second@example.org', by, at: expect.stringMatching(/Z$/) },
    },
  ]);
});

test('two simultaneous first changes create one row', async () => {
  await t.sql('delete from site');
  await t.given.account();
  const { site } = t.office.admin;
  await Promise.all([
    site.update.mutate({ changes: { registrationSuccess: 'Thank you.' } }),
    site.update.mutate({ changes: { floors: { students: 1, facilities: 1, alumni: 1 } } }),
  ]);
  expect(await t.em().count(SiteEntity)).toBe(1);
  const stored = await read();
  expect(stored).toMatchObject({ registrationSuccess: 'Thank you.', floors: { students: 1 } });
});
