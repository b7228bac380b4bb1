import * as z from 'zod';
import { fieldLimits } from './api.constants.ts';
import { day, email, instant, line, linkToken, nullable, pathId, phone } from './fields.ts';
import { sortBy } from './lists.ts';
import { type ApiScope, activityTypes, apiKeyLimits, apiScopes } from './office.constants.ts';
import { entityTypes } from './resources.ts';
import { password } from './session.ts';

const needed = z.string('This is required').min(1, 'This is required').max(1000, 'This is too long');
const chosen = { password, confirmPassword: z.string('This is required') };

export const addressInput = z.object({ email });
/** What the account will be allowed that is made with the invitation. */
export const invitationInput = z.object({ email, mayReadMedical: z.boolean().default(false) });
export type InvitationInput = z.output<typeof invitationInput>;
export const linkInput = z.object({ token: linkToken });
export const linkPasswordInput = z.object({ token: linkToken, ...chosen });
export const changePasswordInput = z.object({ currentPassword: needed, ...chosen });
export const currentPasswordInput = z.object({ currentPassword: needed });
export const secondFactorCode = z.object({ code: needed });
export const secondFactorDemand = z.object({ isDemanded: z.boolean() });
export const endSessionsInput = z.object({ includingThis: z.boolean() });

export const invitationId = z.object({ id: z.uuid() });
export const accountState = pathId.extend({ isActive: z.boolean() });
export const accountOwner = pathId.extend({ isOwner: z.boolean() });
export const accountMedicalRight = pathId.extend({ mayReadMedical: z.boolean() });

/** `account` is an id, or `system` for actions without an account. */
export const activityQuery = z.object({
  limit: z.int().min(1).max(100).default(50),
  offset: z.int().min(0).max(fieldLimits.id).default(0),
  type: z.enum(activityTypes).optional(),
  entityType: z.enum(entityTypes).optional(),
  account: z.union([z.literal('system'), z.int().min(1).max(fieldLimits.id)]).optional(),
  /** Only actions on answers with medical information. */
  medical: z.boolean().optional(),
  sort: sortBy(['id', 'type', 'userEmail']).optional(),
  /** Days in Kampala, both included. */
  from: day.optional(),
  to: day.optional(),
});
export type ActivityQuery = z.infer<typeof activityQuery>;

export const personSought = z.object({
  person: z.union([email, phone], 'An email address or a phone number'),
});

/** `confirm` repeats the address or the number. */
export const personErased = personSought
  .extend({ confirm: z.string() })
  .refine(({ person, confirm }) => person === confirm, {
    path: ['confirm'],
    message: 'Type the same address or number again',
  });

export const apiKeyInput = z.object({
  name: line(apiKeyLimits.name),
  scopes: z
    .array(z.enum(apiScopes, 'There is no such scope'))
    .min(1, 'Choose at least one')
    .overwrite((scopes) => apiScopes.filter((scope) => scopes.includes(scope))),
  /** Null: valid until it is revoked. */
  expiresAt: nullable(instant.refine((value) => new Date(value) > new Date(), 'This time is in the past')),
});
export type ApiKeyInput = z.output<typeof apiKeyInput>;

export const scopeWords: Record<ApiScope, string> = {
  'content:read': 'Read content that visitors do not see yet',
  'content:write':
    'Add, change and delete content, and store pictures. Answers show the whole item, drafts too',
  'registrations:read': 'List and read registrations, without health information',
  'registrations:write':
    'Change and delete registrations. Answers show the whole registration, without health information',
  'medical:read': 'With a registrations scope: read and change health information',
  'donations:read': 'List and read donations',
  'messages:read': 'List the messages of the contact form',
  'site:write': 'Change the texts of the public pages, but not where messages, money and visitors go',
};
