import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { reloadOnMissingChunk, tryAgain } from './reload-on-missing-chunk.ts';

const part = 'https://institute.example/assets/a1b2c3d.js';
let reload: Mock;
let head: Mock;

function open(release: string, mayReload?: () => boolean) {
  const listen = vi.spyOn(globalThis, 'addEventListener');
  reloadOnMissingChunk(release, mayReload);
  for (const [type, listener] of listen.mock.calls)
    left.push(() => removeEventListener(type, listener as () => void));
}
const left: (() => void)[] = [];
beforeEach(() => {
  open('/assets/entry-a1.js');
  sessionStorage.clear();
  reload = vi.fn();
  head = vi.fn();
  vi.stubGlobal('fetch', head);
  vi.spyOn(location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  for (const leave of left.splice(0)) leave();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function fail(message = `Failed to fetch dynamically imported module: ${part}`) {
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new Error(message) }));
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

test('a late part that is gone loads the page again, and never twice', async () => {
  head.mockResolvedValue({ status: 404 });
  await fail();
  expect(head).toHaveBeenCalledWith(part, { method: 'HEAD', cache: 'no-store' });
  expect(reload).toHaveBeenCalledTimes(1);

  await fail();
  await fail();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('another part of the same release does not, one of the next release does', async () => {
  head.mockResolvedValue({ status: 404 });
  await fail();
  await fail('Unable to preload CSS for /assets/e4f5a6b.css');
  expect(head).toHaveBeenLastCalledWith('/assets/e4f5a6b.css', expect.anything());
  expect(reload).toHaveBeenCalledTimes(1);

  for (const leave of left.splice(0)) leave();
  open('/assets/entry-b2.js');
  await fail();
  expect(reload).toHaveBeenCalledTimes(2);
});

test('without a connection, or while the server is busy, the page stays', async () => {
  head.mockRejectedValue(new TypeError('Failed to fetch'));
  await fail();
  head.mockResolvedValue({ status: 503 });
  await fail();
  head.mockResolvedValue({ status: 200 });
  await fail();
  expect(reload).not.toHaveBeenCalled();
});

test('where the browser does not name the part, the page loads again once while the server answers', async () => {
  head.mockResolvedValue({ status: 200 });
  await fail('Importing a module script failed.');
  await fail('Importing a module script failed.');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a part that fails once more on "Try again" but is there loads the page again', async () => {
  head.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue({ status: 200 });
  await tryAgain(fail);
  expect(reload).not.toHaveBeenCalled();
  await tryAgain(fail);
  expect(reload).toHaveBeenCalledTimes(1);
  await fail();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a browser without storage does not load the page again', async () => {
  head.mockResolvedValue({ status: 404 });
  vi.stubGlobal('sessionStorage', undefined);
  await fail();
  expect(reload).not.toHaveBeenCalled();
});

test('the router does not know the error of a missing part, so it reloads nothing by itself', async () => {
  const event = new Event('vite:preloadError');
  const payload = new Error(`Failed to fetch dynamically imported module: ${part}`);
  dispatchEvent(Object.assign(event, { payload }));
  expect(payload.message).toBe(`A part could not be imported: ${part}`);
});

test('a page on its way to another one, or not taken over yet, is not loaded again', async () => {
  head.mockResolvedValue({ status: 404 });
  dispatchEvent(new Event('beforeunload'));
  await fail();
  for (const leave of left.splice(0)) leave();
  sessionStorage.clear();
  open('/assets/entry-a1.js', () => false);
  await fail();
  expect(reload).not.toHaveBeenCalled();
});

test('a part that was missing before the page was taken over leaves the reload to the next', async () => {
  for (const leave of left.splice(0)) leave();
  let isTakenOver = false;
  open('/assets/entry-c3.js', () => isTakenOver);
  head.mockResolvedValue({ status: 404 });
  await fail();
  expect(reload).not.toHaveBeenCalled();
  isTakenOver = true;
  await fail();
  expect(reload).toHaveBeenCalledTimes(1);
});
