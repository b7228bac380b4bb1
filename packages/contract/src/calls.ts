import * as z from 'zod';
import { bodyBytes } from './api.constants.ts';
import type { ApiScope } from './api-keys.constants.ts';
import { errorStatus } from './errors.ts';

const codes = Object.keys(errorStatus) as [keyof typeof errorStatus, ...(keyof typeof errorStatus)[]];

/** The shape of every error, on every path. */
export const apiError = z
  .object({
    error: z.object({
      code: z.enum(codes),
      message: z.string(),
      details: z.array(z.object({ path: z.string(), message: z.string() })),
      requestId: z.string(),
    }),
  })
  .meta({ id: 'Error' });
export type ApiError = z.infer<typeof apiError>;
export type { ErrorDetail } from './errors.ts';

/** Access, rate limit and largest body of a call. Stored in the route's `metadata`. */
export interface RouteRules {
  access: 'anyone' | 'bearer';
  /** What an API key needs for a call that is not open to anyone. `none`: no key may make it. */
  scope?: ApiScope | 'none';
  limit?: 'form' | 'form token' | 'registration' | 'signup' | 'payment check';
  /** Public content: pages of every origin may read what visitors read. Default: those of `CORS_ORIGINS`. */
  anyOrigin?: true;
  /** Default: `bodyBytes.visitor` or `bodyBytes.office`. */
  bodyBytes?: number;
}
export const anyone = { access: 'anyone' } as const satisfies RouteRules;
export const publicContent = { access: 'anyone', anyOrigin: true } as const satisfies RouteRules;
export const publicForm = { access: 'anyone', limit: 'form' } as const satisfies RouteRules;
/** For forms whose longest texts, as JSON with every letter escaped, exceed the usual limit. */
export const longForm = { ...publicForm, bodyBytes: 64 * 1024 } as const satisfies RouteRules;
/** For an account, or an API key with this scope. */
export const bearer = <const Scope extends ApiScope>(scope: Scope) => ({ access: 'bearer', scope }) as const;
/** For visitors and accounts, never for an API key: signing in and out. */
export const withoutKey = { access: 'anyone', scope: 'none' } as const satisfies RouteRules;

/** Errors that any call may answer. */
export const commonResponses = {
  400: apiError,
  401: apiError,
  403: apiError,
  404: apiError,
  405: apiError,
  409: apiError,
  412: apiError,
  413: apiError,
  415: apiError,
  421: apiError,
  429: apiError,
  431: apiError,
  500: apiError,
  503: apiError,
} as const;

/** The largest body that a call takes, in bytes. */
export const bodyBytesOf = ({ access, bodyBytes: own }: RouteRules): number =>
  own ?? (access === 'anyone' ? bodyBytes.visitor : bodyBytes.office);

export const data = <T extends z.ZodType>(schema: T) => z.object({ data: schema });

const idempotencyKeyLength = 255;
export const idempotency = z.object({
  'idempotency-key': z
    .string()
    .regex(new RegExp(`^[\\x21-\\x7e]{1,${idempotencyKeyLength}}$`), '1 to 255 visible ASCII characters')
    .optional(),
});
export const precondition = z.object({ 'if-match': z.string().optional() });
