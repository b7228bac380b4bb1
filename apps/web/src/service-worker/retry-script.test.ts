import { expect, test, vi } from 'vitest';
import { retryScript } from './retry-script.ts';

/** Starts the script in a page of its own, and answers its question when told to. */
function startOfflinePage() {
  const page = new EventTarget();
  const reload = vi.fn();
  let answer = (_: { status: number }) => {};
  const fetch = () =>
    new Promise<{ status: number }>((resolve) => {
      answer = resolve;
    });
  const document = Object.assign(new EventTarget(), { hidden: false, querySelector: () => ({}) });
  new Function('document', 'location', 'fetch', 'addEventListener', 'setInterval', retryScript)(
    document,
    { href: '/news', reload },
    fetch,
    page.addEventListener.bind(page),
    () => 0,
  );
  return {
    reload,
    tell: (event: string) => page.dispatchEvent(new Event(event)),
    answer: async (status: number) => {
      answer({ status });
      await new Promise(setImmediate);
    },
  };
}

test.each([
  [200, 1],
  [404, 1],
  [503, 0],
])('the offline page that is answered with %i loads itself again %i times', async (status, times) => {
  const { reload, tell, answer } = startOfflinePage();
  tell('online');
  await answer(status);
  expect(reload).toHaveBeenCalledTimes(times);
});

test('the offline page does not load itself again while the reader is on the way to another page', async () => {
  const { reload, tell, answer } = startOfflinePage();
  tell('online');
  tell('beforeunload');
  await answer(200);
  expect(reload).not.toHaveBeenCalled();
});
