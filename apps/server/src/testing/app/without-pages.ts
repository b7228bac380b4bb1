import { once } from 'node:events';
import { runProduct } from '../../start.ts';

// With `--grace` the grace after SIGTERM lasts until the input ends
const grace = process.argv.includes('--grace') ? () => once(process.stdin.resume(), 'end') : undefined;

/** Runs the whole product without pages, which would need a build. It sends one message after another. */
await runProduct(async () => {
  const [{ buildApp }, { finishRestore }, { entities }, { readFirstAccount }, { patientSending }] =
    await Promise.all([
      import('../../app.ts'),
      import('../../composition/finish-restore.ts'),
      import('../../composition/entities.ts'),
      import('../../modules/platform/accounts/codes.ts'),
      import('./patience.ts'),
    ]);
  return {
    entities,
    readFirstAccount,
    finishRestore,
    seedDemo: async () => {},
    buildApp: (options) => buildApp({ ...options, withPages: false, sending: patientSending }),
  };
}, grace);
