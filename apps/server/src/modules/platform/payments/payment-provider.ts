import type { Config } from '../../../config/config.ts';
import type { PaymentProvider } from '../../../context/payment-provider.ts';
import { deriveSecret } from '../../../crypto/signed-token.ts';
import { AppError } from '../../../errors.ts';
import { checkoutScript, listFlutterwaveSources, openFlutterwave, type PaymentFetch } from './flutterwave.ts';

export const sandboxPath = '/sandbox';

/** Names of providers. Each payment is stored with the name of the provider that started it. */
const providerKinds = { flutterwave: 'flutterwave', sandbox: 'sandbox', none: 'none' };

export function openPaymentProvider(
  { onlineGiving, flutterwave, authSecret }: Pick<Config, 'onlineGiving' | 'flutterwave' | 'authSecret'>,
  ownFetch: PaymentFetch,
): PaymentProvider {
  if (onlineGiving === 'off') return noProvider;
  if (onlineGiving === 'open') {
    return openFlutterwave({
      ...flutterwave,
      name: providerKinds.flutterwave,
      checkoutScriptUrl: checkoutScript,
      isTest: false,
    });
  }
  return openFlutterwave({
    name: providerKinds.sandbox,
    publicKey: 'sandbox',
    ...deriveSandboxSecrets({ authSecret }),
    checkoutScriptUrl: `${sandboxPath}/checkout.js`,
    baseUrl: `${sandboxPath}/v3`,
    send: ownFetch,
    isTest: true,
  });
}

const noProvider: PaymentProvider = {
  name: providerKinds.none,
  checkout: null,
  isTest: false,
  verify: async () => undefined,
  openPage: async () => undefined,
  refuseStrangers: () => {
    throw new AppError('UNAUTHENTICATED', 'No payment provider is set up');
  },
  readNotice: () => ({ event: null, txRef: null, isOfPayment: false }),
};

export const deriveSandboxSecrets = (config: Pick<Config, 'authSecret'>) => ({
  secretKey: deriveSecret(config, 'sandbox key'),
  secretHash: deriveSecret(config, 'sandbox hash'),
});

/** The settings that name the provider. */
export type ProviderSettings = Partial<Pick<Config, 'flutterwave'>>;

/** Returns undefined when no other site is involved. The sandbox runs on the site itself. */
export const listPaymentSources = ({ flutterwave }: ProviderSettings) =>
  flutterwave?.publicKey ? listFlutterwaveSources(flutterwave.baseUrl) : undefined;
