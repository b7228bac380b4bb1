// Runs before every npm script, on any Node from 20 on. It installs the project's own Node.
import { setUp } from './checkout.mjs';

try {
  // turbo runs what a script needs before it, the build too
  if (process.env.TURBO_HASH === undefined) {
    await setUp({
      build: !process.argv.includes('--without-build'),
      needsTools: !process.argv.includes('--tools-optional'),
    });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
