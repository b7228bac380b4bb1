import type { Ctx } from '../context.ts';
import { paymentProvider } from '../modules/donations/payments.ts';
import type { TestApp } from './test-app.ts';

/** What a job is run with. */
export const jobContext = (t: TestApp, now: () => Date = () => new Date()): Ctx => ({
  config: t.config,
  em: t.db.orm.em.fork(),
  changes: {
    notify: async () => {},
    announce() {},
    onChange() {},
    announceActivity() {},
    onActivity() {},
    isListening: () => true,
    close: async () => {},
  },
  jobs: { send: async () => {}, start() {}, close: async () => {} },
  payments: paymentProvider(t.config, () => 'http://127.0.0.1:9'),
  log: t.app.log,
  actor: null,
  origin: { ipAddress: null, userAgent: null },
  now,
});
