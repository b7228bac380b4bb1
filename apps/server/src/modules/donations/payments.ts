import { createHmac } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { PaymentProvider } from '../../payment-provider.ts';
import { flutterwave } from './flutterwave.ts';

/** Where the sandbox stands on this site. */
export const sandboxPath = '/sandbox';

const CHECKOUT_SCRIPT = 'https://checkout.flutterwave.com/v3.js';

/**
 * The provider of the settings; without a key the sandbox, which is asked as the real one is, at our own
 * address.
 */
export function paymentProvider(
  { flutterwave: given, authSecret }: Pick<Config, 'flutterwave' | 'authSecret'>,
  ownAddress: () => string,
): PaymentProvider {
  if (given.publicKey) {
    return flutterwave({
      publicKey: given.publicKey,
      secretKey: given.secretKey ?? '',
      secretHash: given.secretHash ?? '',
      checkoutScriptUrl: CHECKOUT_SCRIPT,
      baseUrl: () => given.baseUrl,
      isTest: false,
    });
  }
  return flutterwave({
    publicKey: 'sandbox',
    ...sandboxSecrets(authSecret),
    checkoutScriptUrl: `${sandboxPath}/checkout.js`,
    baseUrl: () => `${ownAddress()}${sandboxPath}/v3`,
    isTest: true,
  });
}

/** What the sandbox and the site know of each other. */
export const sandboxSecrets = (authSecret: string) => ({
  secretKey: derived(authSecret, 'sandbox key'),
  secretHash: derived(authSecret, 'sandbox hash'),
});

const derived = (secret: string, purpose: string) =>
  createHmac('sha256', secret).update(purpose).digest('base64url');
