import * as z from 'zod';
import { passwordLimits } from '../../fields/fields.constants.ts';
import { email } from '../../fields/fields.ts';
import { accessWithoutKey, type RouteRules, wrapData } from '../calls.ts';

const { min, max } = passwordLimits;
const exampleLogin = { email: 'office@example.org', password: 'three plain words together' };

export const user = z
  .object({ id: z.int(), email: z.string(), name: z.string(), avatar: z.string() })
  .meta({ id: 'User', examples: [{ id: 1, email: exampleLogin.email, name: 'Office', avatar: 'O' }] });
export type User = z.infer<typeof user>;

/** The bearer token is valid for 15 minutes. */
export const session = z.object({ user, token: z.string() }).meta({
  id: 'Session',
  examples: [{ token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl' }],
});
export type Session = z.infer<typeof session>;

export const loginInput = z
  .object({
    email,
    password: z.string('This is required').min(1, 'This is required').max(1000, 'This is too long'),
    /** Code of an authenticator app, or a recovery code. Needed by accounts with two-step sign-in. */
    code: z.string().max(100, 'This is too long').optional(),
  })
  .meta({ id: 'LoginInput', examples: [exampleLogin] });
export const password = z
  .string('This is required')
  .min(min, `A password has at least ${min} characters`)
  .max(max, `A password has at most ${max} characters`);
export const signupInput = z
  .object({
    email,
    password,
    confirmPassword: z.string('This is required'),
    /** Set-up code for the first account when sign-up is by invitation. The server prints the code at its start. */
    setupCode: z.string().max(100, 'This is too long').optional(),
  })
  .meta({ id: 'SignupInput', examples: [{ ...exampleLogin, confirmPassword: exampleLogin.password }] });
export type SignupInput = z.output<typeof signupInput>;

const anyAnswerSchema = z.unknown();

export const sessionRoutes = {
  login: {
    method: 'POST',
    path: '/admin/login',
    body: loginInput,
    responses: { 200: wrapData(session) },
    summary: 'Sign in; sets the refresh cookie',
    description: 'The token is valid for 15 minutes; the refresh cookie gets the next one.',
    metadata: { ...accessWithoutKey, cookie: 'set' } satisfies RouteRules,
  },
  signup: {
    method: 'POST',
    path: '/admin/signup',
    body: signupInput,
    responses: { 201: wrapData(session) },
    summary: 'Make an account and sign in',
    description: 'Refused unless sign-up is open, or the address is invited.',
    metadata: { ...accessWithoutKey, limit: 'signup', cookie: 'set', mayCollide: true } satisfies RouteRules,
  },
  refresh: {
    method: 'POST',
    path: '/admin/refresh',
    body: anyAnswerSchema,
    responses: { 200: wrapData(session) },
    summary: 'A new bearer token for the refresh cookie, which is rotated',
    description: 'The cookie alone authorises it, so browsers may call it from the site itself only.',
    metadata: { ...accessWithoutKey, cookie: 'rotated' } satisfies RouteRules,
  },
  logout: {
    method: 'POST',
    path: '/admin/logout',
    body: anyAnswerSchema,
    responses: { 200: wrapData(z.object({ signedOut: z.literal(true) })) },
    summary: 'Sign out and end the session',
    description: 'Browsers may call it from the site itself only. It succeeds without a session too.',
    metadata: { ...accessWithoutKey, cookie: 'ended' } satisfies RouteRules,
  },
} as const;
