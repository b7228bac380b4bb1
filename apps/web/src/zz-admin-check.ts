import type { AdminRouter } from '@institute/server/admin';
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';
export const c = createTRPCClient<AdminRouter>({ links: [httpBatchLink({ url: '/api/trpc' })] });
export const x: Promise<string> = c.programs.get.query({ id: 1 }).then((p) => p.view.name);
export const y = (e: unknown): string | undefined => e instanceof TRPCClientError ? (e as TRPCClientError<AdminRouter>).data?.apiError.details[0]?.message : undefined;
