import type { Config } from '../../config.ts';
import type { PaymentProvider } from '../../context.ts';
import { derivedSecret } from '../../crypto/signed-token.ts';
import { flutterwave, type PaymentFetch } from './flutterwave.ts';

export const sandboxPath = '/sandbox';

const CHECKOUT_SCRIPT = 'https://checkout.flutterwave.com/v3.js';

export function paymentProvider(
  {
    onlineGiving,
    flutterwave: given,
    authSecret,
  }: Pick<Config, 'onlineGiving' | 'flutterwave' | 'authSecret'>,
  ownFetch: PaymentFetch,
): PaymentProvider {
  if (onlineGiving === 'off') return noProvider;
  if (onlineGiving === 'open') {
    return flutterwave({
      publicKey: given.publicKey ?? '',
      secretKey: given.secretKey ?? '',
      secretHash: given.secretHash ?? '',
      checkoutScriptUrl: CHECKOUT_SCRIPT,
      baseUrl: given.baseUrl,
      isTest: false,
    });
  }
  return flutterwave({
    publicKey: 'sandbox',
    ...sandboxSecrets({ authSecret }),
    checkoutScriptUrl: `${sandboxPath}/checkout.js`,
    baseUrl: `${sandboxPath}/v3`,
    send: ownFetch,
    isTest: true,
  });
}

const noProvider: PaymentProvider = {
  checkout: null,
  isTest: false,
  verify: async () => undefined,
  openPage: async () => undefined,
  isSecret: () => false,
  readNotice: () => ({ event: null, txRef: null }),
};

export const sandboxSecrets = (config: Pick<Config, 'authSecret'>) => ({
  secretKey: derivedSecret(config, 'sandbox key'),
  secretHash: derivedSecret(config, 'sandbox hash'),
});
