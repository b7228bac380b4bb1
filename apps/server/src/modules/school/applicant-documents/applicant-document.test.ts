import {
  documentFaults,
  documentLimits,
  serverDocumentFaults,
} from '@institute/contract/applicant-documents.constants';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readData, requireSuccess } from '../../../testing/app/answers.ts';
import { hashOf, openBrowser, registerApplicant } from '../../../testing/app/applicant.ts';
import { registration } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { documentFilterSql } from '../registrations/registration-documents.service.ts';
import { DocumentPageEntity, GivenAnswerEntity } from './applicant-document.entity.ts';
import { countAskedDocuments } from './asked-documents.service.ts';
import { refuseWithoutDiskSpace } from './document-page.service.ts';
import { readGivenAnswer } from './given-answer.service.ts';
import { readStoredPage } from './page-store.service.ts';

const t = await useTestApp();
const { phone } = registration;

const level = { id: 'level', kind: 'choice' as const, label: 'Level', options: ['P7', 'S4'] };
const slip = { id: 'slip', kind: 'document' as const, label: 'S4 slip', onlyIf: { ask: 'level', is: 'S4' } };
const card = { id: 'card', kind: 'document' as const, label: 'Identity card', needed: 'start' as const };
const more = [
  { id: 'shoes', kind: 'number' as const, label: 'Size of shoes', needed: 'ifAny' as const },
  { id: 'born', kind: 'day' as const, label: 'Day of arrival' },
  { id: 'bed', kind: 'yesno' as const, label: 'Needs a bed' },
  { id: 'why', kind: 'text' as const, label: 'Why', isPrivate: true },
];

const photos = new Map<string, Promise<Buffer>>();
const photo = (colour: string): Promise<Buffer> => {
  const known =
    photos.get(colour) ??
    sharp({ create: { width: 60, height: 90, channels: 3, background: colour } })
      .jpeg()
      .toBuffer();
  photos.set(colour, known);
  return known;
};
const em = () => t.jobContext().em.fork();
const listRows = (registration: number) => em().find(DocumentPageEntity, { registration });
const findRow = (registration: number, ask: string) =>
  em().findOneOrFail(GivenAnswerEntity, { registration, ask });

async function arrive(asks: Parameters<typeof registerApplicant>[1] = [level, slip, card]) {
  const applicant = await registerApplicant(t, asks);
  const browser = openBrowser(t);
  expect((await browser.enter(applicant.reference, phone)).status).toBe(200);
  return { ...applicant, browser };
}
const states = ({ asks }: { asks: { id: string; state: string }[] }) =>
  asks.map(({ id, state }) => `${id} ${state}`);

test('the reference and the phone give a ticket of 30 minutes, which no script reads and no cache keeps', async () => {
  const { reference } = await registerApplicant(t, [card]);
  const browser = openBrowser(t);
  expect(await browser.read()).toMatchObject({ status: 401, fault: documentFaults.ended });
  expect((await browser.enter(reference, '0700 999999')).status).toBe(404);
  const { headers, view } = await browser.enter(reference, phone);
  expect(String(headers['set-cookie'])).toMatch(
    /^documents=[\w-]+; Max-Age=1800; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  expect(headers['cache-control']).toBe('private, no-store');
  expect(view).toMatchObject({
    reference,
    program: 'Tailoring',
    missing: 1,
    asks: [{ ...card, state: 'missing', pages: [] }],
  });
  expect(Buffer.from(view.deviceKey, 'base64')).toHaveLength(32);
  expect((await browser.read()).view.deviceKey).toBe(view.deviceKey);
});

test('an ask applies by its condition, answers are checked, and private ones come back to nobody', async () => {
  const { id, browser } = await arrive([level, slip, ...more]);
  expect(states((await browser.read()).view)).toEqual([
    'level missing',
    'shoes missing',
    'born missing',
    'bed missing',
    'why missing',
  ]);
  const answered = await browser.answer('level', 'S4');
  expect(states(answered.view).slice(0, 2)).toEqual(['level sent', 'slip missing']);
  // The slip is asked instead
  expect(answered.view.missing).toBe(4);
  const faults = [];
  for (const [ask, wrong] of [
    ['level', 'S6'],
    ['shoes', 'big'],
    ['born', '2026-02-30'],
    ['bed', 'Perhaps'],
    ['slip', 'here it is'],
    ['gone', 'Yes'],
  ] as const) {
    const { status, fault } = await browser.answer(ask, wrong);
    faults.push([status, fault]);
  }
  expect(faults).toEqual([
    [400, 'Choose one of the answers'],
    [400, 'A number, such as 12 or 3.5'],
    [400, 'A date as yyyy-mm-dd'],
    [400, 'Choose one of the answers'],
    [400, serverDocumentFaults.noQuestion],
    [404, serverDocumentFaults.notAsked],
  ]);
  await browser.answer('shoes', '1,200.5');
  await browser.answer('born', '2026-11-30');
  await browser.answer('bed', 'Yes');
  const { view } = await browser.answer('why', 'I was ill in May');
  expect(view.asks.map(({ answer, state }) => [answer, state])).toEqual([
    ['S4', 'sent'],
    [null, 'missing'],
    ['1200.5', 'sent'],
    ['2026-11-30', 'sent'],
    ['Yes', 'sent'],
    [null, 'sent'],
  ]);
  const row = await findRow(id, 'why');
  expect([row.answer, row.sealedAnswer?.includes('ill')]).toEqual([null, false]);
  expect(readGivenAnswer(t.jobContext(), row)).toBe('I was ill in May');
  expect(states((await browser.answer('why', null)).view)).toContain('why missing');
  expect(states((await browser.answer('level', 'P7')).view)).not.toContain('slip missing');
});

test('a page is stored sealed, once, in its place, and each change counts up', async () => {
  const { id, browser } = await arrive();
  const [red, blue, green] = (await Promise.all(['red', 'blue', 'green'].map(photo))) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  for (const bytes of [red, blue, green, red]) expect((await browser.send('card', bytes)).status).toBe(200);
  const { view } = await browser.read();
  const [asked] = view.asks.slice(-1);
  expect(asked).toMatchObject({
    state: 'sent',
    pages: [red, blue, green].map((bytes, at) => ({
      sha256: hashOf(bytes),
      position: at + 1,
      format: 'jpeg',
    })),
  });
  const rows = await listRows(id);
  const first = rows.find(({ hash }) => hash === hashOf(red)) ?? { id: '', sealedKey: null };
  const stored = (await readStoredPage(t.jobContext(), first)) ?? Buffer.alloc(0);
  expect((await sharp(stored).stats()).channels[0]?.mean).toBeGreaterThan(200);
  expect((await findRow(id, 'card')).version).toBe(3);

  const order = [green, red, blue].map(hashOf);
  expect((await browser.order('card', order)).view.asks.at(-1)?.pages.map(({ sha256 }) => sha256)).toEqual(
    order,
  );
  expect(await browser.order('card', order.slice(1))).toMatchObject({
    status: 409,
    fault: serverDocumentFaults.otherPages,
  });
  const shuffled = await Promise.all([
    browser.order('card', order.toReversed()),
    browser.order('card', order),
    browser.remove('card', hashOf(green)),
  ]);
  // An order of pages that are not there any more is refused
  expect([200, 409]).toEqual(expect.arrayContaining(shuffled.map(({ status }) => status)));
  const left = (await browser.read()).view.asks.at(-1)?.pages ?? [];
  expect(new Set(left.map(({ sha256 }) => sha256))).toEqual(new Set(order.slice(1)));
  // The same page again after it was taken back
  expect((await browser.send('card', green)).view.asks.at(-1)?.pages).toHaveLength(3);
  for (const hash of order) await browser.remove('card', hash);
  expect(states((await browser.remove('card', hashOf(green))).view)).toEqual([
    'level missing',
    'card missing',
  ]);
  expect(await em().count(GivenAnswerEntity, { registration: id })).toBe(0);
  expect(await readStoredPage(t.jobContext(), { id: first.id, sealedKey: null })).toBeNull();
});

test('what was refused stays refused until something new comes, and what was accepted is looked at again', async () => {
  const { id, browser } = await arrive();
  const [red, blue] = (await Promise.all(['red', 'blue'].map(photo))) as [Buffer, Buffer];
  await browser.send('card', red);
  const decide = (fields: object) =>
    t
      .em()
      .nativeUpdate(
        GivenAnswerEntity,
        { registration: id, ask: 'card' },
        { decidedBy: 'a@b.example', decidedAt: new Date(), ...fields },
      );
  await decide({ state: 'refused', reason: 'blurred', words: 'Hold it still' });
  expect((await browser.read()).view).toMatchObject({
    missing: 2,
    asks: [{}, { state: 'refused', reason: 'blurred', words: 'Hold it still' }],
  });
  expect((await browser.remove('card', hashOf(red))).view.asks[1]).toMatchObject({
    state: 'refused',
    pages: [],
  });
  expect((await browser.send('card', blue)).view.asks[1]).toMatchObject({
    state: 'sent',
    reason: null,
    words: null,
  });
  expect(await findRow(id, 'card')).toMatchObject({ decidedBy: null, decidedAt: null });
  await decide({ state: 'accepted' });
  expect((await browser.send('card', blue)).view.asks[1]).toMatchObject({ state: 'accepted' });
  expect((await browser.send('card', red)).view.asks[1]).toMatchObject({ state: 'sent' });
});

test('twenty equal pages at once are one page, and twenty others are ten', async () => {
  const { id, browser } = await arrive();
  const same = await photo('red');
  const replica = openBrowser(t, await t.openReplica());
  replica.useCookie(browser.readCookie());
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, at) => (at % 2 ? browser : replica).send('card', same)),
  );
  expect(all.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect((await browser.read()).view.asks[1]?.pages).toHaveLength(1);
  expect(await findRow(id, 'card')).toMatchObject({ version: 1, state: 'sent' });

  const others = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      photo('blue').then((bytes) => Buffer.concat([bytes, Buffer.from(`${at}`)])),
    ),
  );
  const answers = await Promise.all(
    others.map((bytes, at) => (at % 2 ? browser : replica).send('card', bytes)),
  );
  const taken = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(
    ({ status, fault }) => status === 409 && fault === documentFaults.tooManyPages,
  );
  expect([taken.length, refused.length]).toEqual([9, 11]);
  expect((await browser.read()).view.asks[1]?.pages).toHaveLength(10);
});

test('bad pages are refused and the rest stays', async () => {
  const { browser } = await arrive();
  const good = await photo('red');
  await browser.send('card', good);
  const bad: [number | undefined, string | undefined][] = [];
  for (const sent of [
    browser.send('card', Buffer.alloc(0)),
    browser.send('card', good, { hash: hashOf(Buffer.from('another')) }),
    browser.send('card', Buffer.from('PK\x03\x04'), { type: 'application/octet-stream' }),
    browser.send('card', Buffer.from('%PDF-1.4 cut'), { type: 'application/pdf' }),
    browser.send('card', Buffer.alloc(documentLimits.pageBytes + 1)),
    browser.send('level', good),
    browser.send('gone', good),
    browser.send('slip', good),
  ]) {
    const { status, fault } = await sent;
    bad.push([status, fault]);
  }
  expect(bad).toEqual([
    [415, documentFaults.empty],
    [400, serverDocumentFaults.otherBytes],
    [415, documentFaults.unreadable],
    [415, serverDocumentFaults.brokenPdf],
    [413, documentFaults.largePhoto],
    [400, serverDocumentFaults.noDocument],
    [404, serverDocumentFaults.notAsked],
    [404, serverDocumentFaults.notAsked],
  ]);
  expect((await browser.read()).view.asks[1]).toMatchObject({
    state: 'sent',
    pages: [{ sha256: hashOf(good) }],
  });
});

test('a person has 60 MB, and documents take half of the room that is left', async () => {
  const { id, browser } = await arrive();
  await browser.send('card', await photo('red'));
  await t.em().nativeUpdate(DocumentPageEntity, { registration: id }, { bytes: documentLimits.personBytes });
  expect(await browser.send('card', await photo('blue'))).toMatchObject({
    status: 413,
    fault: serverDocumentFaults.largePerson,
  });
  const refuse = (free: number) => refuseWithoutDiskSpace(t.jobContext(), 1000, async () => free);
  await expect(refuse(documentLimits.personBytes)).rejects.toThrow(serverDocumentFaults.noRoom);
  await t.em().nativeUpdate(DocumentPageEntity, { registration: id }, { bytes: 1 });
  await refuse(documentLimits.personBytes * 10);
});

test('the ticket of another registration reaches nothing, and one in the trash has ended', async () => {
  const one = await arrive();
  const other = await arrive();
  const bytes = await photo('red');
  await one.browser.send('card', bytes);
  expect((await other.browser.read()).view.asks[1]?.pages).toEqual([]);
  await other.browser.remove('card', hashOf(bytes));
  expect((await other.browser.order('card', [hashOf(bytes)])).status).toBe(409);
  expect((await one.browser.read()).view.asks[1]?.pages).toHaveLength(1);
  for (const cookie of [
    'documents=',
    'documents=abc',
    one.browser.readCookie().replace(/.$/, 'A'),
    `posted_form=${one.browser.readCookie().slice(10)}`,
  ]) {
    other.browser.useCookie(cookie === one.browser.readCookie() ? 'documents=x' : cookie);
    expect((await other.browser.send('card', bytes)).status).toBe(401);
  }
  await requireSuccess(t.office.api.registrations.remove({ params: { id: one.id } }));
  expect(await one.browser.read()).toMatchObject({ status: 401, fault: documentFaults.ended });
  expect(await one.browser.send('card', await photo('blue'))).toMatchObject({ status: 401 });
});

test('counts and the conditions of lists agree, also for what is asked no more', async () => {
  const { id, programId, browser } = await arrive([level, slip, card, ...more]);
  const table = async () => {
    const found = (await countAskedDocuments(t.jobContext(), [id])).get(id);
    const row = (
      await t.sql<Record<string, boolean>>(
        `select ${Object.entries(documentFilterSql).map(([name, sql]) => `${sql('r')} as "${name}"`)} from registrations r where id = ${id}`,
      )
    )[0];
    for (const name of ['missing', 'toLookAt', 'refused'] as const)
      expect([name, row?.[name]]).toEqual([name, (found?.[name] ?? 0) > 0]);
    return found;
  };
  expect(await table()).toEqual({ asked: 6, given: 0, missing: 5, toLookAt: 0, refused: 0 });
  await browser.answer('level', 'S4');
  await browser.send('slip', await photo('red'));
  expect(await table()).toEqual({ asked: 7, given: 2, missing: 4, toLookAt: 1, refused: 0 });
  await t
    .em()
    .nativeUpdate(
      GivenAnswerEntity,
      { registration: id, ask: 'slip' },
      { state: 'refused', reason: 'blurred' },
    );
  expect(await table()).toEqual({ asked: 7, given: 1, missing: 5, toLookAt: 0, refused: 1 });
  await browser.answer('level', 'P7');
  expect(await table()).toEqual({ asked: 6, given: 1, missing: 4, toLookAt: 0, refused: 0 });
  const asks = [{ ...card, needed: 'ifAny' as const, label: 'Card' }];
  await readData(t.office.api.programs.update({ params: { id: programId }, body: { asks } }));
  expect(await table()).toEqual({ asked: 1, given: 0, missing: 0, toLookAt: 0, refused: 0 });
  expect(await findRow(id, 'level')).toMatchObject({ label: 'Level', answer: 'P7' });
});

test('a ticket ends after half an hour', async () => {
  const { browser } = await arrive();
  t.wait(documentLimits.ticketMinutes * 60_000 + 1000);
  expect(await browser.read()).toMatchObject({ status: 401, fault: documentFaults.ended });
});
