import type { DataKeys } from '../crypto/data-keys.ts';
import type { Sealing } from '../database/sealed-columns.ts';
import { accountSecret } from '../modules/accounts/account-secrets.ts';
import { medicalAnswers } from '../modules/registrations/medical-columns.ts';
import { formerWebhookSecret, webhookSecret } from '../modules/webhooks/signature.ts';

export const sealingWith = (keys: DataKeys): Sealing => ({
  keys,
  columns: [medicalAnswers, accountSecret, webhookSecret, formerWebhookSecret],
});
