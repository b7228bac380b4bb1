import { StartError } from '../errors.ts';
import { run } from '../start.ts';

/** A product that cannot start. */
await run(async () => ({
  async seedDemo() {},
  setUpCode: async () => null,
  entities: [],
  buildApp: () => Promise.reject(new StartError('There is no product.')),
}));
