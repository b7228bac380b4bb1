import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { run } from '../start.ts';

/** A product with two routes, to test the process by itself. */
await run(async () => ({
  async seedDemo() {},
  setUpCode: async () => null,
  entities: [],
  async buildApp({ db }) {
    const app = Fastify();
    app.get('/one', async () => db.orm.em.getConnection().execute('select 1 as one'));
    app.get('/pid', async () => process.pid);
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
