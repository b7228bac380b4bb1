import type { Fetch } from '@institute/client/transport';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Waits; ends early when the connection is back, and with a failure when it is given up. */
type Pause = (ms: number, signal?: AbortSignal | null) => Promise<void>;

/**
 * A `fetch` for what is wanted for good: while the server is away it tries again, after a second, two, four and
 * so on. Only an answer, or that nobody is signed in, ends it.
 */
export const keepTrying =
  (fetch: Fetch, pause: Pause = untilOnline): Fetch =>
  async (url, init = {}) => {
    for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
      const response = await fetch(url, init).catch((error) => {
        if (init.signal?.aborted) throw error;
      });
      if (response && (response.ok || response.status === 401)) return response;
      await response?.body?.cancel();
      await pause(ms, init.signal);
    }
  };

/** Not all of those who lost the same server come back at the same moment. */
const untilOnline: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const over = new AbortController();
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      over.abort();
      settle();
    };
    const timer = setTimeout(end(resolve), ms * (0.5 + Math.random() / 2));
    window.addEventListener('online', end(resolve), { signal: over.signal });
    signal?.addEventListener(
      'abort',
      end(() => reject(signal.reason)),
      { signal: over.signal },
    );
  });
