import type { FastifyInstance } from 'fastify';
import { startBackground } from '../background/background.ts';
import { createScheduler } from '../background/schedules.ts';
import { makeImportWork } from '../modules/office/imports/import-runner.service.ts';
import { registerSmsWebhooks } from '../modules/office/sms-inbox/phone-gateway.service.ts';
import { listOwners } from '../modules/platform/accounts/account.service.ts';
import { deriveLinkToken } from '../modules/platform/accounts/tokens.ts';
import { makePublishingWork } from '../modules/platform/content/publishing.ts';
import { makeEmailChannel } from '../modules/platform/outbox/email-channel.ts';
import { makeOutboxWork } from '../modules/platform/outbox/mailer.ts';
import { makeSmsChannel } from '../modules/platform/outbox/sms/sms-channel.ts';
import { getSite, warnOfInvalidSite } from '../modules/platform/site/site.service.ts';
import { makeImageRenderer } from '../modules/platform/uploads/image.ts';
import { makeWebhookSender } from '../modules/platform/webhooks/webhook-sender.ts';
import { makeCampaignSender } from '../modules/school/newsletter/delivery-queue.service.ts';
import { retryRulesByWork } from './background.ts';
import type { ServerParts } from './edge.ts';
import type { IdentityParts } from './identity.ts';
import { writeEmail, writeSms } from './messages.ts';
import type { FilledAppOptions } from './options.ts';
import { contentInfos as content, importTargets } from './resources.ts';
import { schedules } from './schedules.ts';

/** Adds the background work: emails, SMS, newsletters, webhooks and schedules. It starts when the server listens. */
export function addBackgroundWork(
  app: FastifyInstance,
  {
    config,
    db,
    changes,
    metrics,
    now,
    pollMs,
    sending,
    jobContext,
  }: FilledAppOptions & ServerParts & IdentityParts,
): void {
  let startedBackground: ReturnType<typeof startBackground> | undefined;
  app.addHook('onListen', async () => {
    registerSmsWebhooks(jobContext());
    warnOfInvalidSite(jobContext()).catch((error) => app.log.error(error));
    const makeLinkToken = (id: string) => deriveLinkToken(config, id);
    const emailChannel = makeEmailChannel({
      writeEmail,
      readSite: getSite,
      listOwners,
      linkToken: makeLinkToken,
    });
    const smsChannel = makeSmsChannel(config, { writeSms, readSite: getSite });
    const backgroundWork = [
      makePublishingWork({ content, changes, now }),
      makeOutboxWork(jobContext, emailChannel, retryRulesByWork.email, sending),
      makeOutboxWork(jobContext, smsChannel, retryRulesByWork.sms, sending),
      makeCampaignSender(jobContext, retryRulesByWork.campaigns),
      makeWebhookSender(jobContext, retryRulesByWork.webhooks),
      makeImportWork(jobContext, importTargets, {
        renderImage: makeImageRenderer(),
        retries: retryRulesByWork.imports,
      }),
      createScheduler(schedules, jobContext, retryRulesByWork.schedules, { onRun: metrics?.jobRan }),
    ];
    startedBackground = startBackground({ em: db.orm.em, log: app.log, now, pollMs, work: backgroundWork });
  });
  app.addHook('onClose', async () => startedBackground?.close());
}
