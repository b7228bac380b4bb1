import { TRPCClientError } from '@trpc/client';
import type { AdminRouter } from '../composition/admin-router.ts';

/** The failure of a call, as the dashboard sees it. */
export async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TRPCClientError)) throw new Error('The call did not fail');
  const { message, data } = error as TRPCClientError<AdminRouter>;
  return { message, status: data?.httpStatus, apiError: data?.apiError, data };
}
