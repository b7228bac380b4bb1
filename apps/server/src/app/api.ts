import type { EntityType } from '@institute/contract';
import type { FastifyInstance } from 'fastify';
import { serveAdmin } from '../admin/plugin.ts';
import { adminRouter } from '../composition/admin-router.ts';
import { exports } from '../composition/resources.ts';
import { serveRest } from '../composition/rest.ts';
import type { Ctx } from '../context.ts';
import { csvExports } from '../exports/plugin.ts';
import { actorOfSession } from '../modules/accounts/session.service.ts';
import { recordActivity } from '../modules/activity/activity.service.ts';
import { serveProofs } from '../modules/certificates/certificate.routes.ts';
import { certificateDownload } from '../modules/certificates/certificate-print.routes.ts';
import { startLiveUpdates } from '../modules/dashboard/live-updates.service.ts';
import { receiptDownload } from '../modules/donations/donation.routes.ts';
import { useKey } from '../modules/idempotency/idempotency-key.service.ts';
import { failedStarts } from '../modules/installation/failed-start.routes.ts';
import { serveSandbox } from '../modules/payments/sandbox.plugin.ts';
import { programQr } from '../modules/programs/program-qr.plugin.ts';
import { smsNotices } from '../modules/sms-inbox/sms-notices.plugin.ts';
import { emailPictures } from '../modules/uploads/email-picture.plugin.ts';
import { serveUploads } from '../modules/uploads/upload.plugin.ts';
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
  await app.register(emailPictures);
  await app.register(receiptDownload);
  await app.register(serveProofs);
  certificateDownload(app);
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
