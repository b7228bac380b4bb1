import type { FastifyInstance } from 'fastify';
import { messageKinds } from '../../composition/messages.ts';
import { contentInfos } from '../../composition/resources.ts';
import type { Config } from '../../config/config.ts';
import type { Changes } from '../../context/changes.ts';
import type { Passwords } from '../../context/passwords.ts';
import type { Ctx } from '../../context.ts';
import { openChanges } from '../../database/changes.ts';
import type { Database } from '../../database/open.ts';
import { inProcessFetch } from '../../http/in-process-call.ts';
import { paymentProvider } from '../../modules/platform/payments/payment-provider.ts';

interface Options {
  passwords: Passwords;
  app: FastifyInstance;
  config: Config;
  db: Pick<Database, 'orm' | 'connection'>;
}

export function openJobContexts({ app, config, db, passwords }: Options) {
  const { log } = app;
  let changes: Changes | undefined;
  const makeContext = (now = () => new Date()): Ctx => {
    changes ??= openChanges(db.connection, log);
    return {
      config,
      content: contentInfos,
      messageKinds,
      log,
      now,
      changes,
      passwords,
      em: db.orm.em.fork(),
      payments: paymentProvider(config, inProcessFetch(app)),
      actor: null,
      origin: { ipAddress: null, userAgent: null },
    };
  };
  const closeChanges = async () => changes?.close();
  return { make: makeContext, close: closeChanges };
}
