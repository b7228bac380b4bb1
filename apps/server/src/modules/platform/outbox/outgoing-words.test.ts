import { place } from '@institute/contract/place';
import { roleRights } from '@institute/contract/rights.constants';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { messageKinds } from '../../../composition/messages.ts';
import type { KeyActor } from '../../../context/actor.ts';
import type { Ctx } from '../../../context.ts';
import { makeCodeCheck } from '../../../errors.ts';
import type { MessageKind, MessageKindWithData } from '../../../messaging/message-kind.ts';
import { readRefusal } from '../../../testing/app/answers.ts';
import { confirmedOwner } from '../../../testing/app/rights.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { makeAfricasTalkingUrl } from '../../../testing/stand-ins/africas-talking-stand-in.ts';
import { runInTransaction } from '../../../transaction.ts';
import { storeIncomingSms } from '../../school/contact-messages/contact-message.service.ts';
import { officeSmsMessage } from './office/office-sms.messages.ts';
import { queueWrittenMessages } from './outgoing-words.service.ts';

const t = await useTestApp({ SMS_URL: makeAfricasTalkingUrl('127.0.0.1:9'), SMS_DAILY_LIMIT: '1000' });
const ofOffice = 'teacher@example.org';
// The first account is the owner
await t.given.account();
await t.given.account(ofOffice);
const { admin } = t.as(ofOffice);
const foreign = 'Pay to 0772 then 999 then 888';
const refusal = {
  code: 'FORBIDDEN',
  message: '0772 then 999 then 888 is no number of the institute. Ask an owner.',
};
let keys = 0;
beforeEach(() =>
  t.sql(
    'truncate registrations, messages, campaigns, subscribers, outgoing_messages, written_words, activities cascade',
  ),
);

async function registerMany(count: number): Promise<number[]> {
  const { id } = await t.given.program({ name: 'Tailoring' });
  const rows = await t.sql<{ id: number }>(
    `insert into registrations (first_name, last_name, phone, phone_international, consent, program_id)
     select 'Ann', n::text, number, number, true, ? from (
       select n, '+${place.callingCode}77' || (2000000 + n)::text as number from generate_series(1, ?) as n) as people returning id`,
    [id, count],
  );
  return rows.map((row) => row.id);
}
const subscribe = (count: number) =>
  t.sql(
    `insert into subscribers (email, token, state, confirmed_at)
     select 'reader' || n || '@example.org', 'token' || n, 'confirmed', now() from generate_series(1, ?) n`,
    [count],
  );
async function draft(fields: object = {}): Promise<number> {
  const { view } = await admin.newsletter.campaigns.create.mutate({
    subject: 'Open day',
    body: 'Come at ten.',
    ...fields,
  });
  return view.id;
}
const start = (id: number) => admin.newsletter.campaigns.start.mutate({ id });
const sendToMany = (registrations: number[], text = 'Class at ten', by = admin) =>
  by.registrations.sendMessage.mutate({ registrations, channels: ['sms'], text, key: `press-${++keys}` });
const sendSms = (id: number, text = 'Class at ten') => admin.registrations.sendSms.mutate({ id, text });
const lockAgain = () => t.sql('update sessions set confirmed_at = null');
const typePassword = () => t.sql('update sessions set confirmed_at = ?', [t.now()]);
const notices = () =>
  t.sql(
    `select recipient, priority, data->>'by' as by, data->>'people' as people, data->>'text' as text
     from outgoing_messages where kind = 'message-to-many-notice'`,
  );
const count = async (kind: string) =>
  (await t.sql('select 1 from outgoing_messages where kind = ?', [kind])).length;
async function receiveSms(): Promise<number> {
  const sms = {
    name: `+${place.callingCode}772000001`,
    phone: `+${place.callingCode}772000001`,
    message: 'When?',
  };
  await runInTransaction(t.jobContext(t.now), (tx) => storeIncomingSms(tx, sms));
  const [row] = await t.sql<{ id: number }>('select max(id) as id from messages');
  return row?.id ?? 0;
}

test('words with a foreign number leave by no call, but an owner may write them', async () => {
  const [id = 0, other = 0] = await registerMany(2);
  await subscribe(1);
  const message = await receiveSms();
  const { id: postId } = await t.given.post({ title: 'Fees: 0772 999 888', status: 'published' });
  const { id: otherPost } = await t.given.post({ content: `<p>${foreign}</p>`, status: 'published' });
  for (const call of [
    () => sendSms(id, foreign),
    () => sendToMany([id, other], foreign),
    () => admin.registrations.planMessage.mutate({ registrations: [id], channels: ['sms'], text: foreign }),
    () => admin.contact.answer.mutate({ id: message, text: foreign }),
    async () => start(await draft({ body: foreign })),
    async () => start(await draft({ subject: foreign })),
    async () => start(await draft({ postId: otherPost })),
  ])
    expect(await readRefusal(call())).toMatchObject(refusal);
  expect(await readRefusal(start(await draft({ postId })))).toMatchObject({ code: 'FORBIDDEN' });
  expect(await readRefusal(sendSms(id, 'See pay-me.ug'))).toMatchObject({
    code: 'FORBIDDEN',
    message: 'pay-me.ug is another site. Ask an owner.',
  });
  expect(await t.sql(`select 1 from outgoing_messages where data::text like '%999%'`)).toEqual([]);
  expect(await t.sql(`select 1 from campaigns where state <> 'draft'`)).toEqual([]);

  await t.office.admin.registrations.sendSms.mutate({ id, text: foreign });
  await sendToMany([id], foreign, t.office.admin);
  expect(await count('office-sms')).toBe(1);
  expect(await count('message-to-many')).toBe(1);
});

test('numbers and addresses of the institute, its accounts and the recipient may be written', async () => {
  const [id = 0] = await registerMany(1);
  const [phone] = (await t.office.admin.site.get.query()).view.institute.phones;
  const payCode = String(id).padStart(5, '0');
  const { publicUrl } = t.config;
  await sendSms(id, `Call ${phone}, see ${publicUrl}/fees or write to ${ofOffice}`);
  await sendToMany([id], `Pay code {payCode}, call ${phone}`);
  expect(await readRefusal(sendSms(id, `Code ${payCode}9 9`))).toMatchObject({ code: 'FORBIDDEN' });
  const [sent] = await t.sql<{ text: string }>(
    `select data->>'text' as text from outgoing_messages where kind = 'message-to-many'`,
  );
  const [, code = ''] = /Pay code (\d{6})/.exec(sent?.text ?? '') ?? [];
  await sendSms(id, `Your pay code is ${code}`);
  expect(await count('office-sms')).toBe(2);
});

test('single messages add up to 20 people an hour, then they need the password and owners read them', async () => {
  const people = await registerMany(30);
  await lockAgain();
  for (const id of people.slice(0, 20)) await sendSms(id);
  expect(await notices()).toEqual([]);
  for (const id of people.slice(20))
    expect(await readRefusal(sendSms(id))).toMatchObject({ code: 'PASSWORD_REQUIRED' });
  expect(await count('office-sms')).toBe(20);

  await typePassword();
  await sendSms(people[20] ?? 0, 'Class at eleven');
  expect(await notices()).toEqual([
    { recipient: 'office@example.org', priority: 0, by: ofOffice, people: '21', text: 'Class at eleven' },
  ]);
  await lockAgain();
  t.wait(61 * 60 * 1000);
  await sendSms(people[21] ?? 0);
});

test('all calls of an account count together, and those of others do not', async () => {
  const people = await registerMany(15);
  await subscribe(5);
  await lockAgain();
  await sendToMany(people);
  await start(await draft());
  const message = await receiveSms();
  for (const call of [
    () => sendSms(people[0] ?? 0),
    () => sendToMany(people.slice(0, 1)),
    () => admin.contact.answer.mutate({ id: message, text: 'At ten' }),
    async () => start(await draft()),
  ])
    expect(await readRefusal(call())).toMatchObject({ code: 'PASSWORD_REQUIRED' });
  await t.office.admin.registrations.sendSms.mutate({ id: people[0] ?? 0, text: 'Hello' });
  await typePassword();
  const second = await draft({ body: 'Come at eleven.' });
  await start(second);
  expect(await notices()).toMatchObject([{ people: '25', text: 'Come at eleven.' }]);
});

test('calls at the same moment add up', async () => {
  const people = await registerMany(30);
  await lockAgain();
  const calls = [people.slice(0, 15), people.slice(15)].map((some) => sendToMany(some));
  const results = await Promise.allSettled(calls);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await count('message-to-many')).toBe(15);
});

test('an API key writes to 20 people an hour and names no foreign number, also the key of an owner', async () => {
  const actor: KeyActor = {
    keyId: 7,
    scopes: [],
    id: null,
    email: 'Key of the office',
    isOwner: false,
    rights: confirmedOwner.rights,
  };
  const write = (text: string, people: number) => {
    const ctx: Ctx = { ...t.jobContext(t.now), actor };
    const messages = Array.from({ length: people }, (_, n) =>
      officeSmsMessage.sms({ recipient: `+${place.callingCode}77200${1000 + n}`, data: { text } }),
    );
    return runInTransaction(ctx, (tx) => queueWrittenMessages(tx, messages));
  };
  await expect(write(foreign, 1)).rejects.toSatisfy(makeCodeCheck('FORBIDDEN'));
  await write('Class at ten', 20);
  t.wait(10 * 60 * 1000);
  await expect(write('Class at ten', 1)).rejects.toSatisfy(
    (error) => makeCodeCheck('RATE_LIMITED')(error) && Math.round(error.retryAfter / 60) === 50,
  );
  t.wait(50 * 60 * 1000);
  await write('Class at ten', 1);
  expect(await count('office-sms')).toBe(21);
});

/** Texts in the data that nobody types for a message: ids, days, and words that are checked where they are stored. */
const notWritten = new Set(
  `reference number code cancellationNumber receiptNumber payCode token confirmation startsOn dueOn balance currency
   status told method operatorId phone firstName program ask askLabel refusal url nowOn movedFrom`.split(
    /\s+/,
  ),
);
const isText = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodString ||
  schema instanceof z.ZodEnum ||
  ((schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) &&
    isText(schema.unwrap() as z.ZodType));
const reachesPeople = ({ to }: MessageKind) => to === 'applicants' || to === 'visitors';

test.each(messageKinds.filter(reachesPeople).map((kind) => [kind.kind, kind] as const))(
  'each text of %s is made by the product, or declared as written and checked',
  async (kind, info) => {
    const { shape } = (info as MessageKindWithData<object>).data as z.ZodObject;
    const texts = Object.keys(shape).filter((field) => isText(shape[field] as z.ZodType));
    expect(texts.filter((field) => !notWritten.has(field)).sort()).toEqual(
      // The words of an answer to an SMS are a setting, which only owners change
      kind === 'sms-answer' ? ['text'] : [...info.written].sort(),
    );
    const actor = { ...confirmedOwner, isOwner: false, rights: [...roleRights.office] };
    for (const field of info.written) {
      const recipient = `+${place.callingCode}772000001`;
      const words = { ...(await info.sampleData(t.em())), [field]: foreign };
      const written = { ...officeSmsMessage.sms({ recipient, data: { text: '' } }), kind, data: words };
      const ctx: Ctx = { ...t.jobContext(t.now), actor };
      await expect(runInTransaction(ctx, (tx) => queueWrittenMessages(tx, [written]))).rejects.toMatchObject(
        refusal,
      );
    }
  },
);
