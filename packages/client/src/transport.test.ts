import { callTimeoutMs } from '@institute/contract/api.constants';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { combineSignals, type Fetch, withTimeout } from './transport.ts';

/** A server that never answers. */
const silent: Fetch = (_url, { signal } = {}) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

const known = Object.getOwnPropertyDescriptors(AbortSignal);

// As below Chrome 103 and Safari 16
beforeEach(() => {
  for (const name of ['any', 'timeout']) Reflect.deleteProperty(AbortSignal, name);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  Object.defineProperties(AbortSignal, { any: known.any, timeout: known.timeout });
});

test('a browser without timeouts of signals gives up a call in time', async () => {
  const call = expect(withTimeout(silent)('https://institute.example')).rejects.toMatchObject({
    code: 'TIMEOUT',
  });
  await vi.advanceTimersByTimeAsync(callTimeoutMs.call);
  await call;
});

test("a browser that cannot join signals ends a call with the caller's signal", async () => {
  const caller = new AbortController();
  const call = withTimeout(silent)('https://institute.example', { signal: caller.signal });
  caller.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});

test('a joined signal is aborted for the reason of the first one, also when that was before', () => {
  const one = new AbortController();
  const other = new AbortController();
  const joined = combineSignals(one.signal, other.signal);
  expect(joined.aborted).toBe(false);
  other.abort('left');
  one.abort('late');
  expect(joined.reason).toBe('left');
  expect(combineSignals(one.signal, new AbortController().signal).reason).toBe('late');
});
