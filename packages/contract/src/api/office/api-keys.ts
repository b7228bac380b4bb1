import * as z from 'zod';
import { instant, nullable, oneLineText } from '../../fields/fields.ts';
import { type ApiScope, apiKeyLimits, apiScopes } from '../api-keys.constants.ts';

export const apiKeyInput = z.object({
  name: oneLineText(apiKeyLimits.name),
  scopes: z
    .array(z.enum(apiScopes, 'There is no such scope'))
    .min(1, 'Choose at least one')
    .overwrite((scopes) => apiScopes.filter((scope) => scopes.includes(scope))),
  /** Null for a key that is valid until somebody revokes it. */
  expiresAt: nullable(instant.refine((value) => new Date(value) > new Date(), 'This time is in the past')),
});
export type ApiKeyInput = z.output<typeof apiKeyInput>;

export const scopeDescriptions: Record<ApiScope, string> = {
  'content:read': 'Read content that visitors do not see yet',
  'content:write':
    'Add, change and delete content but not its prices, and store pictures. Answers show the whole item, drafts too',
  'registrations:read': 'List and read registrations, without health information',
  'registrations:write':
    'Change and delete registrations. Answers show the whole registration, without health information',
  'medical:read': 'With `registrations:read`: read health information',
  'documents:read': 'Read what applicants have sent: answers, and which documents there are',
  'donations:read': 'List and read donations',
  'fees:read': 'Read the accounts of fees',
  'messages:read': 'List the messages of the contact form',
  'site:write':
    'Change the texts of the public pages, but not whom visitors pay, call and write to, what is promised to them, or what leads to another site',
};
