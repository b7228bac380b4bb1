import * as z from 'zod';
import { email, linkToken, pathId } from '../../fields/fields.ts';
import { rights, roles } from '../rights.constants.ts';
import { password } from './session.ts';

const requiredText = z.string('This is required').min(1, 'This is required').max(1000, 'This is too long');
const newPasswordFields = { password, confirmPassword: z.string('This is required') };

export const emailAddressInput = z.object({ email });
export const invitationInput = z.object({ email, role: z.enum(roles).default('office') });
export type InvitationInput = z.output<typeof invitationInput>;
export const emailedLinkInput = z.object({ token: linkToken });
export const linkSignInInput = z.object({ token: linkToken, code: z.string().max(100).optional() });
export const linkPasswordInput = z.object({ token: linkToken, ...newPasswordFields });
export const changePasswordInput = z.object({ currentPassword: requiredText, ...newPasswordFields });
export const currentPasswordInput = z.object({ currentPassword: requiredText });
export const secondFactorCode = z.object({ code: requiredText });
export const secondFactorRequired = z.object({ isDemanded: z.boolean() });
export const endSessionsInput = z.object({ includingThis: z.boolean() });

export const invitationId = z.object({ id: z.uuid() });
export const accountState = pathId.extend({ isActive: z.boolean() });
export const accountRole = pathId.extend({ role: z.enum(roles) });
export const accountRights = pathId.extend({
  rights: z.array(z.enum(rights)).overwrite((given) => rights.filter((right) => given.includes(right))),
});
