import { spawnServer } from '../server/src/testing/server-process.ts';

export interface Product {
  url: string;
  stop: () => Promise<void>;
}

/** Starts the product on a free port, with its own database. */
export async function startProduct(dataDir: string, smsUrl = ''): Promise<Product> {
  const { child, address, ended } = spawnServer('../launch.mjs', {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    // All stories share one address.
    RATE_LIMIT_FACTOR: '1000',
    // A story receives webhooks itself.
    WEBHOOKS_ALLOW_PRIVATE: 'true',
    ...(smsUrl && { SMS_URL: smsUrl }),
  });
  const end = () => child.kill();
  process.once('exit', end);
  const stop = async () => {
    end();
    await ended;
    process.off('exit', end);
  };
  return { url: await address, stop };
}
