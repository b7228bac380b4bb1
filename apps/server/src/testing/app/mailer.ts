import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { startBackground } from '../../background/background.ts';
import { retryRulesByWork } from '../../composition/background.ts';
import { writeEmail } from '../../composition/messages.ts';
import type { QueuedEmail } from '../../messaging/message-kind.ts';
import { listOwners } from '../../modules/platform/accounts/account.service.ts';
import { deriveLinkToken } from '../../modules/platform/accounts/tokens.ts';
import { makeEmailChannel } from '../../modules/platform/outbox/email-channel.ts';
import { makeOutboxWork } from '../../modules/platform/outbox/mailer.ts';
import { queueEmail } from '../../modules/platform/outbox/outbox.service.ts';
import { getSite } from '../../modules/platform/site/site.service.ts';
import { runInTransaction } from '../../transaction.ts';
import { startMailServer } from '../stand-ins/mail-server.ts';
import { patientSending } from './patience.ts';
import { useTestApp } from './test-app.ts';

type Background = ReturnType<typeof startBackground>;

/** Each test of a file has an empty outbox, an obliging mail server, and the mailers that it starts. */
export async function useMailer(settings: Record<string, string> = {}) {
  const t = await useTestApp(settings);
  const started: Background[] = [];
  const m = { server: await startMailServer() };
  const queueAll = (...emails: QueuedEmail[]) =>
    runInTransaction({ em: t.em(), now: t.now }, async (tx) => {
      for (const email of emails) await queueEmail(tx, email);
    });
  function work(smtpUrl = m.server.url, speed = patientSending): Background {
    const config = { ...t.config, smtpUrl, mailFrom: 'The Institute <office@example.org>' };
    const context = () => ({ ...t.jobContext(t.now), config });
    const linkToken = (id: string) => deriveLinkToken(config, id);
    const channel = makeEmailChannel({ writeEmail, readSite: getSite, listOwners, linkToken });
    const background = startBackground({
      ...context(),
      work: [makeOutboxWork(context, channel, retryRulesByWork.email, speed)],
      pollMs: 10,
    });
    started.push(background);
    return background;
  }
  afterAll(() => m.server.close());
  beforeEach(async () => {
    await t.sql('delete from outgoing_messages');
    m.server.manner = () => 'take';
    m.server.emails.splice(0);
    m.server.asked.splice(0);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    m.server.hangUp();
    for (const background of started.splice(0)) await background.close();
  });
  return Object.assign(m, { t, queue: queueAll, work });
}
