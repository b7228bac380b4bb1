import type { Session } from '@institute/contract';
import { findRunningServer } from '@institute/embedded-postgres';
import pg from 'pg';
import { type StartedProduct, startProduct } from '../../server/src/testing/processes/started-product.ts';
import { makeTemporaryFolder } from '../../server/src/testing/processes/temporary-folder.ts';

export async function withTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const { path, remove } = makeTemporaryFolder();
  try {
    return await use(path);
  } finally {
    remove();
  }
}

/** Starts a product with the demo content in a temporary folder for the time of `use`. */
export const withProduct = <T>(
  use: (product: StartedProduct, client: pg.Client, dataDir: string) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> =>
  withTemporaryFolder(async (dataDir) => {
    const runningProduct = await startProduct(dataDir, settings);
    const postgresClient = new pg.Client(findRunningServer(dataDir));
    try {
      await postgresClient.connect();
      return await use(runningProduct, postgresClient, dataDir);
    } finally {
      await postgresClient.end();
      await runningProduct.stop();
    }
  });

export const OWNER_EMAIL = 'bench@institute.example';

/** Makes the first account, which owns the site. */
export async function signUp(origin: string, email = OWNER_EMAIL): Promise<Session> {
  const password = 'a-long-kitenge-thread-9';
  return postJson(`${origin}/api/v1/admin/signup`, { email, password, confirmPassword: password });
}

/** Calls a procedure of the office. `ms` is the time until the answer has been read. */
export async function callOfficeProcedure<T>(
  { origin, token }: { origin: string; token: string },
  procedure: string,
  input: object,
): Promise<{ answer: T; ms: number }> {
  const startedAt = performance.now();
  const answer = await postJson<T>(`${origin}/api/trpc/${procedure}`, input, token);
  return { answer, ms: performance.now() - startedAt };
}

/** Posts JSON to the REST API or to tRPC. */
export async function postJson<T>(url: string, content: object, token?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(content) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  const { data, result } = await answer.json();
  return data ?? result?.data;
}

/** Lists the paths of the eight pages for which the targets have limits. */
export async function listMainPages(publicOrigin: string): Promise<string[]> {
  const findFirstItemId = async (resource: string) => {
    const answer = await fetch(`${publicOrigin}/api/v1/${resource}`);
    return ((await answer.json()) as { data: { id: number }[] }).data[0]?.id;
  };
  const programPath = `/programs/${await findFirstItemId('programs')}`;
  const postPath = `/news/${await findFirstItemId('posts')}`;
  return ['/', '/programs', programPath, '/news', postPath, '/gallery', '/registration', '/donations'];
}

/** Calls `run` as often as `times` says, one call after another. */
export async function repeatRun<T>(times: number, run: (turn: number) => Promise<T>): Promise<T[]> {
  const runResults: T[] = [];
  for (let runNumber = 0; runNumber < times; runNumber += 1) runResults.push(await run(runNumber));
  return runResults;
}
