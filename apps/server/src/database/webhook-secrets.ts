import type { Config } from '../config.ts';
import { SealError, seal, unseal } from '../crypto/data-keys.ts';
import { webhookSecret } from './known-keys.ts';

type Settings = Pick<Config, 'dataKeys'>;

/** Encrypts the secret of one webhook. In the row of another webhook it does not open. */
export const sealWebhookSecret = ({ dataKeys }: Settings, webhook: number, secret: string): string =>
  seal(dataKeys, secret, webhookSecret.boundTo(webhook));

/** Null when it does not open: its key is missing, or it is another webhook's. */
export function openWebhookSecret({ dataKeys }: Settings, webhook: number, sealed: string): string | null {
  try {
    return unseal(dataKeys, sealed, webhookSecret.boundTo(webhook));
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
