import { TRPCClientError } from '@trpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import { makeAdminQueries } from './admin.ts';

afterEach(() => vi.restoreAllMocks());

test('a call that a sign-out ended is neither tried again nor logged as a fault', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const aborted = TRPCClientError.from(new DOMException('The user aborted a request.', 'AbortError'));
  const queryFn = vi.fn().mockRejectedValue(aborted);
  await expect(makeAdminQueries(new Set()).fetchQuery({ queryKey: ['any'], queryFn })).rejects.toBe(aborted);
  expect(queryFn).toHaveBeenCalledOnce();
  expect(logged).not.toHaveBeenCalled();
});

test('a refused call is logged', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const refused = new Error('The server refused the call.');
  const options = { queryKey: ['any'], queryFn: () => Promise.reject(refused), retry: false };
  await expect(makeAdminQueries(new Set()).fetchQuery(options)).rejects.toBe(refused);
  expect(logged).toHaveBeenCalledWith(refused);
});
