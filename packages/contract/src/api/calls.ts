import * as z from 'zod';
import { bodyBytes } from './api.constants.ts';
import type { ApiScope } from './api-keys.constants.ts';
import { type ErrorDetail, type ErrorStatus, errorStatus } from './errors.ts';
import { type Need, needs } from './rights.constants.ts';

const apiErrorCodes = Object.keys(errorStatus) as [keyof typeof errorStatus, ...(keyof typeof errorStatus)[]];

export const apiError = z
  .object({
    error: z.object({
      code: z.enum(apiErrorCodes),
      message: z.string(),
      details: z.array(z.object({ path: z.string(), message: z.string() })),
      requestId: z.string(),
    }),
  })
  .meta({ id: 'Error' });
export type ApiError = z.infer<typeof apiError>;
export type { ErrorDetail } from './errors.ts';

/** Facts about a route, in its `metadata`. */
export interface RouteRules {
  access: 'anyone' | 'bearer';
  /** Scope that an API key needs. With `none` the call accepts no key. */
  scope?: ApiScope | 'none';
  /** Right that the account of the caller needs. For an API key, the account that made the key. */
  needs?: Need;
  /** How the call changes the refresh cookie of the session. */
  cookie?: 'set' | 'rotated' | 'ended';
  /** The ticket by which an applicant sends documents: a cookie that the call gives or needs. */
  ticket?: 'given' | 'needed';
  /** The body is the file itself. */
  takes?: 'file';
  /** Whether the call can answer 404. By default it can when its path has a parameter. */
  mayMiss?: boolean;
  /**
   * Whether the call can answer 409 even without an `Idempotency-Key`, for example for a full intake or a taken
   * address.
   */
  mayCollide?: boolean;
  limit?: 'form' | 'form token' | 'registration' | 'signup' | 'payment check';
  /** True when pages of every origin may call. By default only the origins of `CORS_ORIGINS` may. */
  anyOrigin?: true;
  bodyBytes?: number;
}
export const anyone = { access: 'anyone' } as const satisfies RouteRules;
export const publicContent = { access: 'anyone', anyOrigin: true } as const satisfies RouteRules;
export const publicForm = { access: 'anyone', limit: 'form' } as const satisfies RouteRules;
/** Twice the usual size of a body, because JSON may escape every letter of a long text. */
export const longForm = { ...publicForm, bodyBytes: 64 * 1024 } as const satisfies RouteRules;
/** Right that the account of a key needs, so that the scope counts. */
export const needsByScope: Record<ApiScope, Need> = {
  'content:read': [needs.content, needs.intakes],
  'content:write': needs.content,
  'registrations:read': needs.readRegistrations,
  'registrations:write': needs.registrations,
  'medical:read': 'health',
  'documents:read': needs.documents,
  'donations:read': needs.donations,
  'fees:read': needs.fees,
  'messages:read': needs.messages,
  'site:write': needs.site,
};
/** Rules for a call that an account with the right may make, or an API key with this scope. */
export const requireScope = <const Scope extends ApiScope>(scope: Scope, need: Need = needsByScope[scope]) =>
  ({ access: 'bearer', scope, needs: need }) as const;
/** Rules for signing in and out: visitors and accounts may call, API keys may not. */
export const accessWithoutKey = { access: 'anyone', scope: 'none' } as const satisfies RouteRules;

function describeFailureResponse(
  status: ErrorStatus,
  when: string,
  message: string,
  details: ErrorDetail[] = [],
) {
  const codesOfStatus = apiErrorCodes.filter((code) => errorStatus[code] === status);
  const requestId = '0b5f8f4e-6f0a-4c0e-9d0c-0c7f4f1f7c55';
  return apiError.meta({
    description: `${when}: ${codesOfStatus.map((code) => `\`${code}\``).join(', ')}`,
    examples: [{ error: { code: codesOfStatus[0], message, details, requestId } }],
  });
}

export const commonResponses = {
  400: describeFailureResponse(
    400,
    'The input cannot be read or breaks a rule; `details` names each field',
    'Some of the fields are not right',
    [{ path: 'name', message: 'This is required' }],
  ),
  401: describeFailureResponse(
    401,
    'The bearer token, the password or the secret is missing, wrong or expired',
    'Please sign in again',
  ),
  403: describeFailureResponse(
    403,
    'The caller may not do this',
    'This API key needs the scope content:write',
    [{ path: 'scope', message: 'content:write' }],
  ),
  404: describeFailureResponse(
    404,
    'There is no such thing, or the caller may not see it',
    'Program not found',
  ),
  405: describeFailureResponse(405, 'The path does not have this method', 'This method is not allowed here'),
  409: describeFailureResponse(
    409,
    'It collides with something that exists',
    'This Idempotency-Key was used for another content',
  ),
  412: describeFailureResponse(
    412,
    'There is a newer version than the one in `If-Match`',
    'This was changed by somebody else in the meantime',
  ),
  413: describeFailureResponse(413, 'The body is too large', 'This is too large'),
  415: describeFailureResponse(415, 'The body has another type than the call takes', 'Send JSON'),
  421: describeFailureResponse(421, 'The request names another host', 'This site is not at this address'),
  429: describeFailureResponse(
    429,
    'Too many calls from this address or with this key',
    'Too many tries. Please try again in a minute.',
  ),
  431: describeFailureResponse(431, 'The headers are too large', 'The headers are too large'),
  500: describeFailureResponse(500, 'A fault of the site', 'Something went wrong on our side'),
  503: describeFailureResponse(
    503,
    'The site is too busy, or a part that it needs does not answer',
    'The service is not available right now',
  ),
} as const;

export const limitBodyBytes = ({ access, bodyBytes: own }: RouteRules): number =>
  own ?? (access === 'anyone' ? bodyBytes.visitor : bodyBytes.office);

export const wrapData = <T extends z.ZodType>(schema: T) => z.object({ data: schema });

export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, '1 to 255 visible ASCII characters')
    .optional()
    .meta({
      description:
        'A value of the caller’s own, such as a UUID. The same call with the same key is done once',
      examples: ['0b5f8f4e-6f0a-4c0e-9d0c-0c7f4f1f7c55'],
    }),
});
export const ifMatchHeaders = z.object({
  'if-match': z
    .string()
    .optional()
    .meta({
      description: 'The `ETag` of the version that was read. The call is refused when there is a newer one',
      examples: ['"program-1-3"'],
    }),
});
