import type { FastifyInstance } from 'fastify';
import { messageKinds } from '../../composition/messages.ts';
import { contentInfos } from '../../composition/resources.ts';
import type { Config } from '../../config/config.ts';
import type { ChangeNotices } from '../../context/changes.ts';
import type { PasswordChecker } from '../../context/passwords.ts';
import type { Ctx } from '../../context.ts';
import type { OpenedDatabase } from '../../database/open.ts';
import { makeInProcessFetch } from '../../http/in-process-call.ts';
import { openPaymentProvider } from '../../modules/platform/payments/payment-provider.ts';

interface Options {
  passwords: PasswordChecker;
  app: FastifyInstance;
  config: Config;
  changes: ChangeNotices;
  db: Pick<OpenedDatabase, 'orm' | 'connection'>;
}

export const openJobContexts =
  ({ app, config, db, changes, passwords }: Options) =>
  (now = () => new Date()): Ctx => ({
    config,
    content: contentInfos,
    messageKinds,
    log: app.log,
    now,
    changes,
    passwords,
    em: db.orm.em.fork(),
    payments: openPaymentProvider(config, makeInProcessFetch(app)),
    actor: null,
    origin: { ipAddress: null, userAgent: null },
  });
