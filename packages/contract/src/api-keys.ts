import * as z from 'zod';
import { apiKeyLimits, apiScopes } from './api-keys.constants.ts';
import { instant, line, nullable } from './fields.ts';

export const apiKeyInput = z.object({
  name: line(apiKeyLimits.name),
  scopes: z
    .array(z.enum(apiScopes, 'There is no such scope'))
    .min(1, 'Choose at least one')
    .overwrite((scopes) => apiScopes.filter((scope) => scopes.includes(scope))),
  /** Null for a key that is valid until it is revoked. */
  expiresAt: nullable(instant.refine((value) => new Date(value) > new Date(), 'This time is in the past')),
});
export type ApiKeyInput = z.output<typeof apiKeyInput>;
