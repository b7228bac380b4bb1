// Runs before npm scripts, on any Node from 20 on, and installs the project's own Node. `--check` only checks.
import { setUp } from './checkout.mjs';

const has = (option) => process.argv.includes(option);
try {
  await setUp({
    install: !has('--without-install') && !has('--check'),
    build: !has('--without-build') && !has('--check'),
    needsTools: !has('--tools-optional') && !has('--check'),
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
