export const errorStatus = {
  VALIDATION_ERROR: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  TOKEN_EXPIRED: 401,
  SECOND_FACTOR_REQUIRED: 401,
  FORBIDDEN: 403,
  SIGNUP_CLOSED: 403,
  SECOND_FACTOR_SETUP_REQUIRED: 403,
  PASSWORD_REQUIRED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  EMAIL_TAKEN: 409,
  NO_SEATS_LEFT: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  MISDIRECTED_REQUEST: 421,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** What is wrong with one field. */
export type ErrorDetail = { path: string; message: string };

export type ErrorStatus = (typeof errorStatus)[ErrorCode];
