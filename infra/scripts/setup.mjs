// Runs before npm scripts with any Node from version 20 on, and installs the project's own Node. `--check` installs
// nothing.
import { setUpCheckout } from './checkout.mjs';

const hasOption = (option) => process.argv.includes(option);
try {
  await setUpCheckout({
    install: !hasOption('--without-install') && !hasOption('--check'),
    build: !hasOption('--without-build') && !hasOption('--check'),
    needsTools: !hasOption('--tools-optional') && !hasOption('--check'),
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
