import type { EntityType } from '@institute/contract';
import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import { admin } from './admin/plugin.ts';
import { startBackground } from './background/background.ts';
import { scheduler } from './background/schedules.ts';
import type { QueueLimits } from './background/work-queue.ts';
import { adminRouter } from './composition/admin-router.ts';
import { messageKinds, writeEmail, writeSms } from './composition/messages.ts';
import { addProductFigures } from './composition/product-figures.ts';
import { contentInfos as content, exports } from './composition/resources.ts';
import { rest } from './composition/rest.ts';
import { schedules } from './composition/schedules.ts';
import type { Config } from './config.ts';
import type { Ctx, Passwords } from './context.ts';
import { openChanges } from './database/changes.ts';
import type { Database } from './database/open.ts';
import { csvExports } from './exports/plugin.ts';
import { feeds } from './feeds/plugin.ts';
import { cachedReads, type Note } from './http/cache/cached-reads.ts';
import { PageCache } from './http/cache/page-cache.ts';
import { answerFailure } from './http/failures.ts';
import { operations, serveMetrics } from './http/health.ts';
import { inProcessFetch } from './http/in-process-call.ts';
import type { Metrics } from './http/metrics.ts';
import { jsonOnly } from './http/policies/bodies.ts';
import { ownHost } from './http/policies/own-host.ts';
import { openRateLimits } from './http/policies/rate-limit.ts';
import { secure, securityHeaders } from './http/policies/security.ts';
import { limitRequestTime, type TimeLimits, timeLimits } from './http/policies/timeouts.ts';
import { callIds, requestContext, traceRequests } from './http/request-context.ts';
import { serverOptions } from './http/server/options.ts';
import { queueRequests, requestLimits } from './http/server/request-queue.ts';
import type { LogStream } from './log.ts';
import { openPasswords } from './modules/accounts/password.ts';
import { actorOfSession, authenticate } from './modules/accounts/session.service.ts';
import { linkTokenOf } from './modules/accounts/tokens.ts';
import { recordActivity } from './modules/activity/activity.service.ts';
import { authenticateKey } from './modules/api-keys/api-key.service.ts';
import { publisher } from './modules/content/publishing.ts';
import { startLiveUpdates } from './modules/dashboard/live-updates.service.ts';
import { receiptDownload } from './modules/donations/donation.routes.ts';
import { paymentProvider } from './modules/donations/payments.ts';
import { sandbox } from './modules/donations/sandbox.plugin.ts';
import { useKey } from './modules/idempotency/idempotency-key.service.ts';
import { campaignSender } from './modules/newsletter/delivery-queue.service.ts';
import { emailChannel } from './modules/outbox/email-channel.ts';
import { mailer } from './modules/outbox/mailer.ts';
import { smsChannel } from './modules/outbox/sms-channel.ts';
import { programQr } from './modules/programs/program-qr.plugin.ts';
import { getSite, warnOfInvalidSite } from './modules/site/site.service.ts';
import { keepSmsWebhooks } from './modules/sms-inbox/phone-gateway.service.ts';
import { smsNotices } from './modules/sms-inbox/sms-notices.plugin.ts';
import { emailPictures } from './modules/uploads/email-picture.plugin.ts';
import { uploads } from './modules/uploads/upload.plugin.ts';
import { webhookSender } from './modules/webhooks/webhook-sender.ts';
import { noScriptForms } from './no-script-forms/plugin.ts';
import { pages } from './pages/pages.ts';
import { reference } from './reference/plugin.ts';
import { shareImages } from './share-images/share-images.ts';
import { isTracing, tracedRoutes } from './tracing/span.ts';
import { transaction } from './transaction.ts';

export interface AppOptions {
  config: Config;
  db: Pick<Database, 'orm' | 'connection'>;
  /** Checks answers against the contract. For tests only: it costs time. */
  checkAnswers?: boolean;
  withPages?: boolean;
  limits?: TimeLimits;
  load?: QueueLimits;
  now?: () => Date;
  passwords?: Passwords;
  logTo?: LogStream;
  stopping?: AbortSignal;
  /** How often background work is looked for. */
  pollMs?: number;
}

export async function buildApp({
  config,
  db,
  checkAnswers = false,
  withPages = true,
  limits = timeLimits,
  load = requestLimits,
  now = () => new Date(),
  passwords = openPasswords(),
  logTo,
  stopping,
  pollMs,
}: AppOptions): Promise<FastifyInstance> {
  const cache = new PageCache(
    () => changes.isListening(),
    () => now().getTime(),
  );
  const metrics = await openMetrics(config);
  const ids = callIds(config.trustProxy);
  const reads = cachedReads(cache, noteOf(metrics), ids);
  const { admits, refuseOthers } = ownHost(config.publicUrl);
  const { serveFromCache } = reads;
  const headers = securityHeaders(config.publicUrl, config);
  const app = fastify(
    serverOptions(config, { headers, ids, limits, logTo, stopping, serveFromCache, admits }),
  );
  const changes = openChanges(db.connection, app.log);
  const payments = paymentProvider(config, inProcessFetch(app));
  const jobContext = (): Ctx => ({
    config,
    content,
    messageKinds,
    changes,
    payments,
    passwords,
    now,
    log: app.log,
    em: db.orm.em.fork(),
    actor: null,
    origin: { ipAddress: null, userAgent: null },
  });
  const live = startLiveUpdates({ em: db.orm.em, changes, log: app.log, now });
  const rateLimits = await openRateLimits(config, app.log);
  app.decorate('rateLimits', rateLimits);
  app.decorate('authenticate', authenticate);
  app.decorate('authenticateKey', authenticateKey);
  let background: ReturnType<typeof startBackground> | undefined;
  app.addHook('onListen', async () => {
    keepSmsWebhooks(jobContext());
    warnOfInvalidSite(jobContext()).catch((error) => app.log.error(error));
    const linkToken = (id: string) => linkTokenOf(config, id);
    background = startBackground({
      em: db.orm.em,
      log: app.log,
      now,
      pollMs,
      work: [
        publisher({ content, changes, now }),
        mailer(jobContext, emailChannel({ writeEmail, readSite: getSite, linkToken })),
        mailer(jobContext, smsChannel(config, { writeSms, readSite: getSite })),
        campaignSender(jobContext),
        webhookSender(jobContext),
        scheduler(schedules, jobContext, { onRun: metrics?.jobRan }),
      ],
    });
  });
  // An event stream never ends by itself.
  app.addHook('preClose', async () => live.close());
  app.addHook('onClose', async () => {
    rateLimits.close();
    await background?.close();
    await changes.close();
  });

  changes.onChange(() => cache.clear());

  if (isTracing()) traceRequests(app);
  app.setErrorHandler(answerFailure);
  secure(app, headers, ids);
  refuseOthers(app);
  limitRequestTime(app, limits, headers);
  jsonOnly(app);
  const { refused } = queueRequests(app, load);
  requestContext(app, { config, content, messageKinds, changes, payments, passwords, now, em: db.orm.em });
  const { metricsToken } = config;
  if (metrics) {
    metrics.measureRequests(app);
    addProductFigures(metrics, { em: db.orm.em, reads, changes, now, refused });
    if (config.metricsPort) serveMetrics(app, config.metricsPort, metrics);
  }
  await operations(app, { em: db.orm.em, metricsToken, metrics, stopping });
  await app.register(rest, { checkAnswers, reads });
  await app.register(uploads, { config });
  await app.register(emailPictures);
  await app.register(receiptDownload);
  await app.register(programQr);
  await app.register(smsNotices);
  if (config.onlineGiving === 'test') await app.register(sandbox, { config });
  await app.register(admin, { router: adminRouter, live });
  await app.register(csvExports, {
    exports,
    findActor: actorOfSession,
    useOnce: useTicket,
    record: recordExport,
  });
  if (config.dev) {
    const { messagePreviews } = await import('./composition/message-previews.ts');
    await app.register(messagePreviews, { config, now, em: db.orm.em });
  }
  await app.register(feeds, { config, reads });
  await app.register(reference, { config, reads });
  if (withPages) {
    const options = await pages(app, { config, reads });
    await app.register(shareImages, options);
    await app.register(noScriptForms, options);
  }
  return app;
}

/** The metrics cost memory, so they are loaded only where a token or a port is set. */
async function openMetrics({ metricsPort, metricsToken }: Config): Promise<Metrics | undefined> {
  if (!metricsPort && !metricsToken) return undefined;
  return (await import('./http/metrics.ts')).openMetrics();
}

function noteOf(metrics: Metrics | undefined): Note | undefined {
  if (!isTracing()) return metrics?.measure;
  return (answer, seconds, request) => {
    metrics?.measure(answer, seconds);
    tracedRoutes.set(request, answer.route);
  };
}

const useTicket = (ctx: Ctx, id: string) => useKey(ctx, { scope: 'export ticket', key: id });

const recordExport = (ctx: Ctx, taken: { entityType: EntityType; description: string }) =>
  transaction(ctx, (tx) => recordActivity(tx, { ...taken, type: 'export', entityId: null }));
