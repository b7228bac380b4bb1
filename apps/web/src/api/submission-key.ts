import { useRef } from 'react';

/**
 * The idempotency key of a form. Every try of the same content carries the same key, so that it is stored
 * once even when an answer is lost; other content, or the same sent again on purpose, has a new one.
 */
export function useSubmissionKey() {
  const last = useRef<{ content: string; key: string }>(null);
  return {
    keyFor(body: object): string {
      const content = JSON.stringify(body);
      if (last.current?.content !== content) last.current = { content, key: newKey() };
      return last.current.key;
    },
    /** The content has arrived. */
    spent() {
      last.current = null;
    },
  };
}

/** `crypto.randomUUID` does not exist on a page loaded over plain HTTP. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
