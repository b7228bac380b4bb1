import type { EntityType } from '@institute/contract';
import type { FastifyInstance } from 'fastify';
import { serveAdmin } from '../admin/plugin.ts';
import { adminRouter } from '../composition/admin-router.ts';
import { exports, importTargets } from '../composition/resources.ts';
import { serveRest } from '../composition/rest.ts';
import type { Ctx } from '../context.ts';
import { csvExports } from '../exports/plugin.ts';
import { startLiveUpdates } from '../modules/office/dashboard/live-updates.service.ts';
import { serveImports } from '../modules/office/imports/import.plugin.ts';
import { failedStarts } from '../modules/office/installation/failed-start.routes.ts';
import { smsNotices } from '../modules/office/sms-inbox/sms-notices.plugin.ts';
import { actorOfSession } from '../modules/platform/accounts/session.service.ts';
import { recordActivity } from '../modules/platform/activity/activity.service.ts';
import { useKey } from '../modules/platform/idempotency/idempotency-key.service.ts';
import { serveSandbox } from '../modules/platform/payments/sandbox.plugin.ts';
import { emailPictures } from '../modules/platform/uploads/email-picture.plugin.ts';
import { serveUploads } from '../modules/platform/uploads/upload.plugin.ts';
import { serveProofs } from '../modules/school/certificates/certificate.routes.ts';
import { certificatePrintRoutes } from '../modules/school/certificates/certificate-print.routes.ts';
import { receiptDownload } from '../modules/school/donations/donation.routes.ts';
import { programQr } from '../modules/school/programs/program-qr.plugin.ts';
import { transaction } from '../transaction.ts';
import type { Edge } from './edge.ts';
import type { Settings } from './options.ts';

/** What programs call: REST, the dashboard's tRPC, files in and out. */
export async function serveApi(
  app: FastifyInstance,
  { config, db, changes, now, checkAnswers }: Settings & Edge,
): Promise<void> {
  const { em } = db.orm;
  await app.register(serveRest, { checkAnswers });
  await app.register(serveUploads, { config });
  await app.register(serveImports, { targets: importTargets });
  await app.register(emailPictures);
  await app.register(receiptDownload);
  await app.register(serveProofs);
  certificatePrintRoutes(app);
  await app.register(programQr);
  await app.register(smsNotices);
  await app.register(failedStarts);
  if (config.onlineGiving === 'test') await app.register(serveSandbox, { config });
  const live = startLiveUpdates({ em, changes, log: app.log, now });
  // An event stream never ends by itself.
  app.addHook('preClose', async () => live.close());
  await app.register(serveAdmin, { router: adminRouter, live });
  await app.register(csvExports, {
    exports,
    findActor: actorOfSession,
    useOnce: useTicket,
    record: recordExport,
  });
  if (config.dev) {
    const { messagePreviews } = await import('../composition/message-previews.ts');
    await app.register(messagePreviews, { config, now, em });
  }
}

const useTicket = (ctx: Ctx, id: string) => useKey(ctx, { scope: 'export ticket', key: id });

const recordExport = (ctx: Ctx, taken: { entityType: EntityType; description: string }) =>
  transaction(ctx, (tx) => recordActivity(tx, { ...taken, type: 'export', entityId: null }));
