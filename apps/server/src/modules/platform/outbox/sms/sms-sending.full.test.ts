import { toLocalDayBounds } from '@institute/contract/time';
import { beforeEach, expect, test, vi } from 'vitest';
import { startBackground } from '../../../../background/background.ts';
import {
  type MessageTextSource,
  messagePriorities,
  type QueuedSms,
} from '../../../../messaging/message-kind.ts';
import {
  BALANCE_USED_UP_MESSAGE,
  SmsBalanceUsedUp,
  SmsRefused,
} from '../../../../messaging/sms/transport.ts';
import { startSmsOutbox } from '../../../../testing/app/sms.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';
import { makeAfricasTalkingUrl } from '../../../../testing/stand-ins/africas-talking-stand-in.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { smsAnswerMessage } from '../../../office/sms-inbox/sms-inbox.messages.ts';
import { registrationReceivedMessage } from '../../../school/registrations/registration.messages.ts';
import { storeMessage } from '../message-rows.ts';
import { officeSmsMessage } from '../office/office-sms.messages.ts';
import { readSmsAttention } from '../outbox.attention.ts';
import { lockSmsNumber } from './sms-number.service.ts';
import { receiveSmsReport } from './sms-report.service.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ann = '+256772123456';
const bo = '+256701234567';

const t = await useTestApp({ SMS_URL: makeAfricasTalkingUrl('127.0.0.1:9') });
beforeEach(async () => {
  await t.sql('truncate outgoing_messages, sms_numbers cascade');
  // Morning, so that no test runs into the next day
  t.wait(toLocalDayBounds(t.now()).next.getTime() + 8 * HOUR - t.now().getTime());
});

const context = () => t.jobContext(t.now);
const queue = (...messages: QueuedSms<MessageTextSource>[]) =>
  runInTransaction(context(), async (tx) => {
    for (const message of messages) await storeMessage(tx, message);
  });
const words = (recipient: string, text = 'Come on Monday.') =>
  officeSmsMessage.sms({ recipient, data: { text } });
const received = (recipient: string) =>
  registrationReceivedMessage.sms({
    recipient,
    data: { reference: 'REG-2026-000001', program: 'Tailoring' },
  });
const rows = () =>
  t.sql('select state, tries, segments, cost, last_error as error from outgoing_messages order by id');
const states = async () => (await rows()).map(({ state }) => state);
const isWriting = (number: string, change: object = {}) =>
  runInTransaction(context(), async (tx) => {
    Object.assign(await lockSmsNumber(tx, number), change);
    await tx.em.flush();
  });

test('an SMS is sent once, with the ending, and only the first to a number says how to end them', async () => {
  const { sent, sendDue } = startSmsOutbox(t);
  await queue(words(ann), words(ann), words(bo, 'Hello Ŋŋ.'));
  await sendDue();
  await sendDue();
  expect(sent.map(({ to, text }) => [to, text])).toEqual([
    [ann, 'Come on Monday. Reply STOP to end. - KVI'],
    [ann, 'Come on Monday. - KVI'],
    [bo, 'Hello Nn. Reply STOP to end. - KVI'],
  ]);
  const one = { state: 'sent', tries: 1, segments: 1, cost: 'UGX 35.0000', error: null };
  expect(await rows()).toEqual([one, one, one]);
});

test('no SMS says "Reply STOP" where no answer arrives', async () => {
  const { sent, sendDue } = startSmsOutbox(t, { sms: undefined });
  await queue(words(ann));
  await sendDue();
  expect(sent.map(({ text }) => text)).toEqual(['Come on Monday. - KVI']);
});

test('a gateway that fails is asked again after 10 and 20 s, and emails do not wait for it', async () => {
  const outbox = startSmsOutbox(t);
  outbox.gateway.take = () => Promise.reject(new Error('The gateway answered 503'));
  await queue(words(ann));
  await outbox.sendDue();
  expect(await rows()).toMatchObject([{ state: 'waiting', tries: 1, error: 'The gateway answered 503' }]);
  t.wait(10 * SECOND);
  await outbox.sendDue();
  expect(await rows()).toMatchObject([{ tries: 2 }]);
  t.wait(9 * SECOND);
  await outbox.sendDue();
  expect(await rows()).toMatchObject([{ tries: 2 }]);
  outbox.gateway.take = outbox.take;
  t.wait(11 * SECOND);
  await outbox.sendDue();
  expect(await rows()).toMatchObject([{ state: 'sent', tries: 3, error: null }]);
});

test('what the gateway refuses for good has failed at once', async () => {
  const outbox = startSmsOutbox(t);
  outbox.gateway.take = () => Promise.reject(new SmsRefused('The number is on the block list'));
  await queue(words(ann));
  await outbox.sendDue();
  expect(await rows()).toMatchObject([
    { state: 'failed', tries: 1, error: 'The number is on the block list' },
  ]);
});

test('a report that comes before the answer of the gateway counts', async () => {
  const outbox = startSmsOutbox(t);
  outbox.gateway.take = async (message) => {
    await receiveSmsReport(context(), { providerId: 'early', state: 'delivered', reason: null });
    return { ...(await outbox.take(message)), providerId: 'early' };
  };
  await queue(words(ann));
  await outbox.sendDue();
  expect(await states()).toEqual(['delivered']);
});

test('a number gets five SMS an hour, and the others wait', async () => {
  const { sent, sendDue } = startSmsOutbox(t);
  await queue(...Array.from({ length: 7 }, () => words(ann)), words(bo));
  await sendDue();
  expect(sent.map(({ to }) => to)).toEqual([ann, ann, ann, ann, ann, bo]);
  expect(await states()).toEqual(['sent', 'sent', 'sent', 'sent', 'sent', 'waiting', 'waiting', 'sent']);
  t.wait(HOUR + SECOND);
  await sendDue();
  expect(sent).toHaveLength(8);
  expect((await rows()).at(-2)).toMatchObject({ tries: 1 });
});

test('a number that never wrote gets three SMS a day that strangers cause, and the rest is not sent', async () => {
  const { sent, sendDue } = startSmsOutbox(t);
  await queue(received(ann), received(ann), received(ann), received(ann), received(bo));
  await sendDue();
  expect(sent.map(({ to }) => to)).toEqual([ann, ann, ann, bo]);
  expect((await rows())[3]).toMatchObject({ state: 'failed', error: 'Not sent: limit' });
  // What the office writes is not caused by strangers
  await queue(words(ann));
  await sendDue();
  expect(sent).toHaveLength(5);
  t.wait(DAY + SECOND);
  await queue(received(ann));
  await sendDue();
  expect(sent).toHaveLength(6);
});

test('a number that has written gets more than three', async () => {
  const { sent, sendDue } = startSmsOutbox(t);
  await isWriting(ann);
  await queue(received(ann), received(ann), received(ann), received(ann));
  await sendDue();
  expect(sent).toHaveLength(4);
});

const number = (n: number) => `+25677200${1000 + n}`;
const answer = (recipient: string) =>
  smsAnswerMessage.sms({ priority: messagePriorities.byVisitors, recipient, data: { text: 'Accepted' } });

test('what visitors cause goes last, takes half of the day, and is never carried over', async () => {
  const { sent, sendDue } = startSmsOutbox(t, { smsDailyLimit: 5 });
  await queue(received(number(1)), answer(number(2)), received(number(3)), answer(number(4)), words(ann));
  await sendDue();
  expect(sent.map(({ to }) => to)).toEqual([ann, number(1), number(2)]);
  expect((await rows()).map(({ state, error }) => error ?? state)).toEqual([
    'sent',
    'sent',
    'Not sent: limit',
    'Not sent: limit',
    'sent',
  ]);
  await queue(words(bo), words(bo));
  await sendDue();
  expect(sent).toHaveLength(5);

  // The day's segments are used up
  await queue(received(number(5)), words(ann));
  await sendDue();
  expect((await rows()).slice(-2)).toMatchObject([
    { state: 'failed', error: 'Not sent: limit' },
    { state: 'waiting' },
  ]);
  t.wait(DAY);
  await sendDue();
  expect(sent.map(({ to }) => to).slice(5)).toEqual([ann]);
});

test('what the office sends again is its own', async () => {
  const { sent, sendDue } = startSmsOutbox(t, { smsDailyLimit: 2 });
  await queue(received(number(1)), received(number(2)));
  await sendDue();
  const [, { id = 0 } = {}] = await t.sql<{ id: number }>('select id from outgoing_messages order by id');
  await t.office.admin.messagesOut.sendAgain.mutate({ id });
  await sendDue();
  expect(sent.map(({ to }) => to)).toEqual([number(1), number(2)]);
});

test('a balance that is used up is asked for each minute, and is on the dashboard', async () => {
  const outbox = startSmsOutbox(t);
  let tries = 0;
  outbox.gateway.take = () => {
    tries += 1;
    return Promise.reject(new SmsBalanceUsedUp());
  };
  await queue(...[1, 2, 3, 4, 5].map((n) => words(number(n))));
  await outbox.sendDue();
  expect(tries).toBe(3);
  const asked = { state: 'waiting', tries: 0, segments: null, error: BALANCE_USED_UP_MESSAGE };
  const waits = {
    ...asked,
    error: expect.stringContaining(`Waits: other numbers failed: ${BALANCE_USED_UP_MESSAGE}`),
  };
  expect(await rows()).toMatchObject([asked, asked, asked, waits, waits]);
  expect(await readSmsAttention(context())).toMatchObject({ isBalanceUsedUp: true, isGatewaySilent: false });

  // For longer than any failure is tried again
  for (let minute = 1; minute <= 30; minute += 1) {
    t.wait(MINUTE + SECOND);
    await outbox.sendDue();
    expect(tries).toBe(3 + minute);
  }
  outbox.gateway.take = outbox.take;
  t.wait(MINUTE + SECOND);
  await outbox.sendDue();
  expect(await states()).toEqual(Array(5).fill('sent'));
  expect(await readSmsAttention(context())).toMatchObject({ isBalanceUsedUp: false });
});

test('numbers that fail alike pause the others for a minute, and an answer ends the pause', async () => {
  const outbox = startSmsOutbox(t);
  const asked: string[] = [];
  outbox.gateway.take = ({ to }) => {
    asked.push(to);
    return Promise.reject(new Error('No answer'));
  };
  await queue(...[1, 2, 3, 4, 5].map((n) => words(number(n))));
  await outbox.sendDue();
  expect(asked).toEqual([number(1), number(2), number(3)]);
  const { items } = await t.office.admin.messagesOut.list.query({});
  expect(items.map(({ error, waitsFor }) => error ?? waitsFor)).toEqual([
    ...Array(2).fill('Waits: other numbers failed: No answer. Tried again within a minute'),
    ...Array(3).fill('No answer'),
  ]);
  expect(await t.office.admin.messagesOut.counts.query()).toMatchObject({ waiting: 5, failing: 3 });

  outbox.gateway.take = outbox.take;
  t.wait(MINUTE);
  await outbox.sendDue();
  expect(await states()).toEqual(Array(5).fill('sent'));
});

test('the trouble of single numbers delays nobody else', async () => {
  const outbox = startSmsOutbox(t);
  outbox.gateway.take = async (message) => {
    if (message.to === ann) throw new Error('No answer');
    if (message.to === bo) throw new Error('An answer in HTML');
    if (message.to === number(1)) throw new SmsRefused('404');
    return outbox.take(message);
  };
  await queue(
    words(ann),
    words(bo),
    words(ann),
    words(number(1)),
    words(bo),
    ...[2, 3, 4].map((n) => words(number(n))),
  );
  await outbox.sendDue();
  expect(await states()).toEqual([
    ...Array(3).fill('waiting'),
    'failed',
    'waiting',
    ...Array(3).fill('sent'),
  ]);
});

test('a number that stalls takes one place, however many SMS wait for it', async () => {
  const outbox = startSmsOutbox(t);
  const stall = Promise.withResolvers<never>();
  let stalled = 0;
  outbox.gateway.take = (message) => {
    if (message.to !== ann) return outbox.take(message);
    stalled += 1;
    return stall.promise;
  };
  await queue(...Array.from({ length: 5 }, () => words(ann)), words(bo), words(number(1)));
  const usualSpeed = {};
  const background = startBackground({ ...context(), work: [outbox.work(usualSpeed)], pollMs: 10 });
  await vi.waitFor(() => expect(outbox.sent.map(({ to }) => to)).toEqual([bo, number(1)]), {
    timeout: 60_000,
  });
  expect(stalled).toBe(1);
  outbox.gateway.take = outbox.take;
  stall.reject(new Error('No answer'));
  await background.close();
});

test('the list of messages says which limit a message waits for', async () => {
  const { sendDue } = startSmsOutbox(t, { smsDailyLimit: 7 });
  await isWriting(bo);
  await queue(...Array.from({ length: 6 }, () => words(ann)), words(bo), words(bo), words(bo));
  await sendDue();
  const { items } = await t.office.admin.messagesOut.list.query({ state: 'waiting' });
  expect(items.map(({ waitsFor }) => waitsFor).reverse()).toEqual([
    'Waits: 5 SMS went to this number in an hour',
    'Waits: the SMS of today are used up',
  ]);
});

test('beyond the daily limit of segments SMS wait for the next day in Kampala', async () => {
  const { sent, sendDue } = startSmsOutbox(t, { smsDailyLimit: 3 });
  await queue(words(ann, 'x'.repeat(200)), words(bo, 'x'.repeat(200)), words(bo));
  await sendDue();
  expect(sent.map(({ to }) => to)).toEqual([ann, bo]);
  expect((await rows()).map(({ segments }) => segments)).toEqual([2, null, 1]);
  const { next } = toLocalDayBounds(t.now());
  t.wait(next.getTime() - t.now().getTime() - HOUR);
  await sendDue();
  expect(sent).toHaveLength(2);
  t.wait(HOUR);
  await sendDue();
  expect(sent.map(({ to }) => to)).toEqual([ann, bo, bo]);
});

test('the first SMS of a day is sent although it needs more than the limit', async () => {
  const { sent, sendDue } = startSmsOutbox(t, { smsDailyLimit: 1 });
  await queue(words(ann, 'x'.repeat(200)), words(bo));
  await sendDue();
  expect(sent.map(({ to }) => to)).toEqual([ann]);
});

test('an SMS that another process is sending counts for the limits', async () => {
  const outbox = startSmsOutbox(t, { smsDailyLimit: 1 });
  outbox.gateway.take = async (message) => {
    outbox.gateway.take = outbox.take;
    await startSmsOutbox(t, { smsDailyLimit: 1 }).sendDue();
    return outbox.take(message);
  };
  await queue(words(ann), words(bo));
  await outbox.sendDue();
  expect(await states()).toEqual(['sent', 'waiting']);
});

test('numbers of other countries, and those that said STOP, get none', async () => {
  const { sent, sendDue } = startSmsOutbox(t);
  await isWriting(bo, { stoppedAt: t.now() });
  const answer = smsAnswerMessage.sms({ recipient: bo, data: { text: 'Accepted' } });
  await queue(words('+442079460958'), words(bo), answer);
  await sendDue();
  expect(sent.map(({ text }) => text)).toEqual(['Accepted - KVI']);
  expect(await rows()).toMatchObject([
    { state: 'failed', error: 'Not sent: country' },
    { state: 'failed', error: 'Not sent: STOP' },
    { state: 'sent' },
  ]);
});
