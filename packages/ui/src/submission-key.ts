import { useRef } from 'react';

/**
 * The idempotency key of a form. Every try of the same content sends the same key: a lost answer stores
 * nothing twice. Changed content, or content sent again after success, gets a new key.
 */
export function useSubmissionKey() {
  const lastSubmission = useRef<{ content: string; key: string }>(null);
  return {
    keyFor(body: object): string {
      const submissionContent = JSON.stringify(body);
      if (lastSubmission.current?.content !== submissionContent)
        lastSubmission.current = { content: submissionContent, key: makeSubmissionKey() };
      return lastSubmission.current.key;
    },
    spent() {
      lastSubmission.current = null;
    },
  };
}

/** `crypto.randomUUID` does not exist on a page loaded over plain HTTP. */
export function makeSubmissionKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
