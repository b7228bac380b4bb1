import { configDefaults } from 'vitest/config';
import usual from './vitest.config.ts';

/** The tests of trust with more cases, and those that take long. */
export default {
  ...usual,
  test: {
    ...usual.test,
    include: ['src/**/*.slow.test.ts', 'src/trust/{every-call,corpus,spam}.test.ts'],
    exclude: configDefaults.exclude,
    env: { FUZZ_CASES: '500' },
    testTimeout: 30 * 60_000,
  },
};
