import { timeLimits } from '../../http/policies/timeouts.ts';
import { requestLimits } from '../../http/server/request-queue.ts';
import type { SendingSpeed } from '../../modules/platform/outbox/mailer.ts';

const LONG_MS = 600_000;

/** Options of an app that refuses nothing because a busy machine is slow. */
export const patience = {
  limits: { ...timeLimits, headersMs: LONG_MS, requestMs: LONG_MS, uploadMs: LONG_MS, importMs: LONG_MS },
  load: { ...requestLimits, longestMs: LONG_MS },
};

/** Limits of test connections. In the product, a statement ends after a few seconds. */
export const patientConnection = {
  connectionTimeoutMillis: LONG_MS,
  query_timeout: LONG_MS,
  statement_timeout: LONG_MS,
  lock_timeout: LONG_MS,
};

/** Every message waits for the one before it, so that the order does not depend on the machine. */
export const patientSending: SendingSpeed = { slowAfterMs: LONG_MS };
