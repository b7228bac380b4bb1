import { run } from '../start.ts';
import { StartError } from '../start-error.ts';

/** A product that cannot start. */
await run(async () => ({
  async seedDemo() {},
  setUpCode: async () => null,
  entities: [],
  buildApp: () => Promise.reject(new StartError('There is no product.')),
}));
