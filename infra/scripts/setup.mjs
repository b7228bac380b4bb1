// Runs before npm scripts, on any Node from 20 on, and installs the project's own Node. `--check` only checks.
import { setUp } from './checkout.mjs';

const hasOption = (option) => process.argv.includes(option);
try {
  await setUp({
    install: !hasOption('--without-install') && !hasOption('--check'),
    build: !hasOption('--without-build') && !hasOption('--check'),
    needsTools: !hasOption('--tools-optional') && !hasOption('--check'),
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
