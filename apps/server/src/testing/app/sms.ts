import { retryRulesByWork } from '../../composition/background.ts';
import { writeSms } from '../../composition/messages.ts';
import type { Config } from '../../config/config.ts';
import type { SmsTransport } from '../../messaging/sms/transport.ts';
import { makeOutboxWork } from '../../modules/platform/outbox/mailer.ts';
import { makeSmsChannel } from '../../modules/platform/outbox/sms/sms-channel.ts';
import { getSite } from '../../modules/platform/site/site.service.ts';
import { patientSending } from './patience.ts';
import type { TestApp } from './test-app.ts';

type Sent = Parameters<SmsTransport['send']>[0];

/** Sends what is due in the outbox of a test, when the test says so. */
export function startSmsOutbox(t: TestApp, settings: Partial<Config> = {}) {
  const sent: Sent[] = [];
  const takeSms = async (message: Sent): ReturnType<SmsTransport['send']> => {
    sent.push(message);
    return { providerId: `gateway-${message.id}`, cost: 'UGX 35.0000', state: 'sent' };
  };
  const gateway = { take: takeSms };
  const config = () => ({ ...t.config, ...settings });
  const channel = makeSmsChannel(config(), {
    writeSms,
    readSite: getSite,
    transport: { send: (message) => gateway.take(message) },
  });
  const work = (speed = patientSending) =>
    makeOutboxWork(
      () => ({ ...t.jobContext(t.now), config: config() }),
      channel,
      retryRulesByWork.sms,
      speed,
    );
  return {
    sent,
    /** Replace `take` for a gateway that behaves otherwise. */
    gateway,
    take: takeSms,
    work,
    sendDue: async () => {
      const { claim, run } = work();
      for (let due = await claim([]); due.length > 0; due = await claim([])) await Promise.all(due.map(run));
    },
  };
}
