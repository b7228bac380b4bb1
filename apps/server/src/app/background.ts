import type { FastifyInstance } from 'fastify';
import { startBackground } from '../background/background.ts';
import { createScheduler } from '../background/schedules.ts';
import { retries } from '../composition/background.ts';
import { writeEmail, writeSms } from '../composition/messages.ts';
import { contentInfos as content, importTargets } from '../composition/resources.ts';
import { schedules } from '../composition/schedules.ts';
import { importWork } from '../modules/office/imports/import-runner.service.ts';
import { keepSmsWebhooks } from '../modules/office/sms-inbox/phone-gateway.service.ts';
import { listOwners } from '../modules/platform/accounts/account.service.ts';
import { deriveLinkToken } from '../modules/platform/accounts/tokens.ts';
import { publishingWork } from '../modules/platform/content/publishing.ts';
import { emailChannel } from '../modules/platform/outbox/email-channel.ts';
import { outboxWork } from '../modules/platform/outbox/mailer.ts';
import { smsChannel } from '../modules/platform/outbox/sms/sms-channel.ts';
import { getSite, warnOfInvalidSite } from '../modules/platform/site/site.service.ts';
import { imageRenderer } from '../modules/platform/uploads/image.ts';
import { webhookSender } from '../modules/platform/webhooks/webhook-sender.ts';
import { campaignSender } from '../modules/school/newsletter/delivery-queue.service.ts';
import type { Edge } from './edge.ts';
import type { Identity } from './identity.ts';
import type { Settings } from './options.ts';

/** Emails, SMS, newsletters, webhooks and schedules. They start when the server listens. */
export function addBackground(
  app: FastifyInstance,
  { config, db, changes, metrics, now, pollMs, sending, jobContext }: Settings & Edge & Identity,
): void {
  let background: ReturnType<typeof startBackground> | undefined;
  app.addHook('onListen', async () => {
    keepSmsWebhooks(jobContext());
    warnOfInvalidSite(jobContext()).catch((error) => app.log.error(error));
    const linkToken = (id: string) => deriveLinkToken(config, id);
    const email = emailChannel({ writeEmail, readSite: getSite, listOwners, linkToken });
    const sms = smsChannel(config, { writeSms, readSite: getSite });
    const work = [
      publishingWork({ content, changes, now }),
      outboxWork(jobContext, email, retries.email, sending),
      outboxWork(jobContext, sms, retries.sms, sending),
      campaignSender(jobContext, retries.campaigns),
      webhookSender(jobContext, retries.webhooks),
      importWork(jobContext, importTargets, { renderImage: imageRenderer(), retries: retries.imports }),
      createScheduler(schedules, jobContext, retries.schedules, { onRun: metrics?.jobRan }),
    ];
    background = startBackground({ em: db.orm.em, log: app.log, now, pollMs, work });
  });
  app.addHook('onClose', async () => background?.close());
}
