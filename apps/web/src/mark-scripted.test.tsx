import { afterEach, beforeAll, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { withMark } from './mark-scripted.ts';

const part = 'https://institute.example/assets/a1b2c3d.js';
let reload: Mock;
let head: Mock;

/** Runs the script as a page has it. */
beforeAll(() => {
  const code = /<script nonce="n">(.*)<\/script>/s.exec(withMark('<head>', 'n'))?.[1];
  new Function(String(code))();
});
beforeEach(() => {
  sessionStorage.clear();
  reload = vi.fn();
  head = vi.fn();
  vi.stubGlobal('fetch', head);
  vi.spyOn(location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What vite does when a late part cannot be loaded. */
async function fail(message = `Failed to fetch dynamically imported module: ${part}`) {
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new Error(message) }));
  // the answer and what follows it
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

  const entry = Object.assign(document.createElement('script'), { type: 'module' });
  entry.setAttribute('src', 'data:text/javascript,');
  document.head.append(entry);
  await fail();
  expect(reload).toHaveBeenCalledTimes(2);
  entry.remove();
});

test('without a line, or while the server is busy, the page stays', async () => {
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

test('a browser without storage does not load the page again', async () => {
  head.mockResolvedValue({ status: 404 });
  vi.stubGlobal('sessionStorage', undefined);
  await fail();
  expect(reload).not.toHaveBeenCalled();
});
