import type { EntityType } from '@institute/contract';
import type { FastifyInstance } from 'fastify';
import { serveAdmin } from '../admin/plugin.ts';
import type { Ctx } from '../context.ts';
import { serveCsvExports } from '../exports/plugin.ts';
import { startLiveUpdates } from '../modules/office/dashboard/live-updates.service.ts';
import { serveImports } from '../modules/office/imports/import.plugin.ts';
import { acceptFailedStarts } from '../modules/office/installation/failed-start.routes.ts';
import { servePersonCopies } from '../modules/office/privacy/person-copy.plugin.ts';
import { receiveSmsNotices } from '../modules/office/sms-inbox/sms-notices.plugin.ts';
import { findSessionActor } from '../modules/platform/accounts/session.service.ts';
import { recordActivity } from '../modules/platform/activity/activity.service.ts';
import { useKeyOnce } from '../modules/platform/idempotency/idempotency-key.service.ts';
import { serveSandbox } from '../modules/platform/payments/sandbox.plugin.ts';
import { serveEmailPictures } from '../modules/platform/uploads/email-picture.plugin.ts';
import { serveUploads } from '../modules/platform/uploads/upload.plugin.ts';
import { serveVerificationKeys } from '../modules/school/certificates/certificate.routes.ts';
import { serveCertificatePrints } from '../modules/school/certificates/certificate-print.routes.ts';
import { serveReceiptDownload } from '../modules/school/donations/donation.routes.ts';
import { serveProgramQr } from '../modules/school/programs/program-qr.plugin.ts';
import { runInTransaction } from '../transaction.ts';
import { adminRouter } from './admin-router.ts';
import type { ServerParts } from './edge.ts';
import type { FilledAppOptions } from './options.ts';
import { csvExports, importTargets } from './resources.ts';
import { serveRest } from './rest.ts';

/** Serves everything that programs call: the REST API, the dashboard's tRPC, uploads and downloads. */
export async function serveApi(
  app: FastifyInstance,
  { config, db, changes, now, checkAnswers }: FilledAppOptions & ServerParts,
): Promise<void> {
  const { em } = db.orm;
  await app.register(serveRest, { checkAnswers });
  await app.register(serveUploads, { config });
  await app.register(serveImports, { targets: importTargets });
  await app.register(serveEmailPictures);
  await app.register(serveReceiptDownload);
  await app.register(serveVerificationKeys);
  serveCertificatePrints(app);
  await app.register(serveProgramQr);
  await app.register(receiveSmsNotices);
  await app.register(acceptFailedStarts);
  if (config.onlineGiving === 'test') await app.register(serveSandbox, { config });
  const liveUpdates = startLiveUpdates({ em, changes, log: app.log, now });
  // Closes the event streams, which would never end by themselves.
  app.addHook('preClose', async () => liveUpdates.close());
  await app.register(serveAdmin, { router: adminRouter, live: liveUpdates });
  const ticketChecks = { findActor: findSessionActor, useOnce: useTicketOnce };
  await app.register(serveCsvExports, { exports: csvExports, ...ticketChecks, record: recordExport });
  await app.register(servePersonCopies, ticketChecks);
  if (config.dev) {
    const { serveMessagePreviews } = await import('./message-previews.ts');
    await app.register(serveMessagePreviews, { config, now, em });
  }
}

const useTicketOnce = (ctx: Ctx, id: string) => useKeyOnce(ctx, { scope: 'export ticket', key: id });

const recordExport = (ctx: Ctx, taken: { entityType: EntityType; description: string }) =>
  runInTransaction(ctx, (tx) => recordActivity(tx, { ...taken, type: 'export', entityId: null }));
