import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../app.ts';
import { entities } from '../../composition/entities.ts';
import type { Config } from '../../config/config.ts';
import { openOrm } from '../../database/orm.ts';

export async function startAppWithoutDatabase(config: Config): Promise<FastifyInstance> {
  const connection = { host: '/nowhere', user: 'institute', database: 'none' };
  const orm = openOrm(connection, entities);
  const app = await buildApp({ config, db: { orm, connection } });
  app.addHook('onClose', () => orm.close(true));
  return app;
}
