import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { SharedPortServer } from '../../http/server/listen.ts';
import { runProduct } from '../../start.ts';

/** A product with few routes, to test the process by itself. */
await runProduct(async () => ({
  async seedDemo() {},
  async finishRestore() {},
  readFirstAccount: async () => null,
  entities: [],
  async buildApp({ db }) {
    // Without SharedPortServer several processes would get their connections from the primary.
    const app = Fastify({ serverFactory: (answer) => new SharedPortServer({}, answer) });
    app.get('/one', async () => db.orm.em.getConnection().execute('select 1 as one'));
    app.get('/slow', async () => {
      await sleep(1500);
      return db.orm.em.getConnection().execute('select 1 as one');
    });
    app.get('/rejecting', async () => {
      Promise.reject(new Error('nobody handles this'));
      return {};
    });
    app.get('/hanging', () => new Promise(() => {}));
    return app;
  },
}));
