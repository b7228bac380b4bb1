import { timeLimits } from '../../http/policies/timeouts.ts';
import { requestLimits } from '../../http/server/request-queue.ts';
import type { SendingSpeed } from '../../modules/platform/outbox/mailer.ts';

const PATIENT_TIMEOUT_MS = 600_000;

/** Options of an app that refuses nothing because a busy machine is slow. */
export const patience = {
  limits: {
    ...timeLimits,
    headersMs: PATIENT_TIMEOUT_MS,
    requestMs: PATIENT_TIMEOUT_MS,
    uploadMs: PATIENT_TIMEOUT_MS,
    importMs: PATIENT_TIMEOUT_MS,
  },
  load: { ...requestLimits, longestMs: PATIENT_TIMEOUT_MS },
};

/** Limits of test connections. In the product, a statement ends after a few seconds. */
export const patientConnection = {
  connectionTimeoutMillis: PATIENT_TIMEOUT_MS,
  query_timeout: PATIENT_TIMEOUT_MS,
  statement_timeout: PATIENT_TIMEOUT_MS,
  lock_timeout: PATIENT_TIMEOUT_MS,
};

/** Every message waits for the one before it, so that the order does not depend on the machine. */
export const patientSending: SendingSpeed = { slowAfterMs: PATIENT_TIMEOUT_MS };
