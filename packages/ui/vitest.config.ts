import { browserTests } from './src/testing/vitest.ts';

export default browserTests();
