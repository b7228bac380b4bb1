import type { TestApp } from './test-app.ts';

export const postTicket = (
  t: Pick<TestApp, 'app'>,
  { path, ticket }: { path: string; ticket: string },
  headers: Record<string, string> = {},
) =>
  t.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ ticket }).toString(),
  });
