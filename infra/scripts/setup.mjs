// Runs before `npm start` and its like, by whatever Node the machine has (20 or later): it brings the right one.
import { setUp } from './checkout.mjs';

try {
  await setUp({ build: !process.argv.includes('--without-build') });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
