import type { FastifyInstance } from 'fastify';
import { messageKinds } from '../../composition/messages.ts';
import { contentInfos } from '../../composition/resources.ts';
import type { Config } from '../../config/config.ts';
import type { Changes } from '../../context/changes.ts';
import type { Passwords } from '../../context/passwords.ts';
import type { Ctx } from '../../context.ts';
import type { Database } from '../../database/open.ts';
import { inProcessFetch } from '../../http/in-process-call.ts';
import { paymentProvider } from '../../modules/platform/payments/payment-provider.ts';

interface Options {
  passwords: Passwords;
  app: FastifyInstance;
  config: Config;
  changes: Changes;
  db: Pick<Database, 'orm' | 'connection'>;
}

export const jobContextMaker =
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
    payments: paymentProvider(config, inProcessFetch(app)),
    actor: null,
    origin: { ipAddress: null, userAgent: null },
  });
