import { place } from '@institute/contract/place';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app/test-app.ts';
import {
  type AfricasTalkingStandIn,
  startAfricasTalking,
} from '../../../testing/stand-ins/africas-talking-stand-in.ts';
import { runInTransaction } from '../../../transaction.ts';
import { queueMessage } from '../../platform/outbox/outbox.service.ts';
import { OutgoingMessageEntity } from '../../platform/outbox/outgoing-message.entity.ts';
import { smsAnswerMessage } from './sms-inbox.messages.ts';

const number = `+${place.callingCode}772123456`;
let t: TestApp;
let provider: AfricasTalkingStandIn;
beforeEach(async () => {
  provider = await startAfricasTalking();
  t = await testApp({ SMS_URL: provider.url });
  const { port } = new URL(await t.app.listen({ port: 0, host: '127.0.0.1' }));
  const { incoming, reports } = await t.office.admin.installation.smsAddresses.query();
  const here = (address: string) => address.replace(/:3000\//, `:${port}/`);
  provider.callbacks = { incoming: here(incoming), reports: here(reports) };
});
afterEach(async () => {
  await t.close();
  await provider.close();
});

const queue = () =>
  runInTransaction(t.jobContext(t.now), (tx) =>
    queueMessage(tx, smsAnswerMessage.sms({ recipient: number, data: { text: 'Hello' } })),
  );
const states = async () =>
  (await t.em().find(OutgoingMessageEntity, { channel: 'sms' }, { orderBy: { id: 'asc' } })).map(
    ({ state }) => state,
  );

/** The product sends by itself, because it listens. */
const sent = (count: number) =>
  vi.waitFor(
    async () => {
      expect(provider.taken).toHaveLength(count);
      expect(await states()).not.toContain('waiting');
    },
    { timeout: 60_000, interval: 50 },
  );

test.each([
  ['in order', [{ status: 'Sent' }, { status: 'Success' }], 'delivered'],
  ['before and after the answer', [{ status: 'Failed', early: true }, { status: 'Sent' }], 'failed'],
] as const)('stores reports that are %s', async (_, reports, state) => {
  provider.reports = [...reports];
  await queue();
  await sent(1);
  await provider.settled();
  expect(await states()).toEqual([state]);
  expect(await t.em().find(OutgoingMessageEntity, { channel: 'sms' })).toMatchObject([
    { providerId: provider.taken[0]?.id, cost: 'UGX 35.0000', segments: 1 },
  ]);
});

test('a report may be late, and a message that is delivered three times counts once', async () => {
  await queue();
  await sent(1);
  t.wait(20 * 60 * 60_000);
  expect((await provider.report(provider.taken[0]?.id ?? '', 'AbsentSubscriber')).status).toBe(200);
  expect(await states()).toEqual(['failed']);

  for (let time = 0; time < 3; time += 1) {
    const answer = await provider.receive({ from: number, text: 'STATUS', id: 'same' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  }
  await sent(2);
  expect(provider.taken.map(({ to, text }) => [to, text])).toEqual([
    [number, expect.stringMatching(/^Hello - \w+$/)],
    [number, expect.stringMatching(/^We found no registration with this number\. Call .+ - \w+$/)],
  ]);
});
