import type { Config } from '../../config.ts';
import type { PaymentProvider } from '../../payment-provider.ts';
import { derivedSecret } from '../../signed-token.ts';
import { flutterwave } from './flutterwave.ts';

/** Path of the sandbox on this site. */
export const sandboxPath = '/sandbox';

const CHECKOUT_SCRIPT = 'https://checkout.flutterwave.com/v3.js';

/** Returns the configured provider, or the sandbox when there is no key. The sandbox is called over the network too. */
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
    ...sandboxSecrets({ authSecret }),
    checkoutScriptUrl: `${sandboxPath}/checkout.js`,
    baseUrl: () => `${ownAddress()}${sandboxPath}/v3`,
    isTest: true,
  });
}

/** The secrets that the sandbox shares with the site. */
export const sandboxSecrets = (config: Pick<Config, 'authSecret'>) => ({
  secretKey: derivedSecret(config, 'sandbox key'),
  secretHash: derivedSecret(config, 'sandbox hash'),
});
