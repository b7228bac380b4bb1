import { formatPlainLine } from '../server/src/log.ts';
import { type ServerProcess, spawnServer } from '../server/src/testing/processes/server-process.ts';

const ERROR_LEVEL = 50;

export interface Product {
  url: string;
  /** Errors that it logged since the last call, with their stacks. */
  takeErrors: () => string[];
  stop: () => Promise<void>;
}

/** Starts the product on a free port, with its own database. */
export async function startProduct(
  dataDir: string,
  smsUrl = '',
  settings: Record<string, string> = {},
): Promise<Product> {
  return untilReady(
    spawnServer('../launch.mjs', {
      DATA_DIR: dataDir,
      ...commonSettings,
      // A story receives webhooks itself.
      WEBHOOKS_ALLOW_PRIVATE: 'true',
      IMPORT_ALLOW_PRIVATE: 'true',
      ...(smsUrl && { SMS_URL: smsUrl }),
      ...settings,
    }),
  );
}

export const commonSettings = {
  LOG_LEVEL: 'warn',
  // All stories share one address.
  RATE_LIMIT_FACTOR: '1000',
};

export async function untilReady({ child, address, ended, output }: ServerProcess): Promise<Product> {
  const killChild = () => child.kill();
  process.once('exit', killChild);
  const stopChild = async () => {
    killChild();
    await ended;
    process.off('exit', killChild);
  };
  let taken = 0;
  const takeErrors = () => {
    // The last line may not be whole yet
    const lines = output().stdout.split('\n').slice(taken, -1);
    taken += lines.length;
    return lines
      .filter((line) => line.startsWith('{') && JSON.parse(line).level >= ERROR_LEVEL)
      .map(formatPlainLine);
  };
  return { url: await address, takeErrors, stop: stopChild };
}
