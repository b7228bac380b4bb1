import type { ApiError, Session } from '@institute/contract';
import { apiPrefix } from '@institute/contract/constants';
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { buildApp } from '../app.ts';
import type { AdminRouter } from '../composition/admin-router.ts';
import { entities } from '../composition/entities.ts';
import { type Config, loadConfig } from '../config.ts';
import { openOrm } from '../database/orm.ts';
import { AccountEntity } from '../modules/accounts/account.entity.ts';
import { createAccount } from '../modules/accounts/account.service.ts';
import { startSession } from '../modules/accounts/session.service.ts';
import { type Caller, callerOf } from './caller.ts';
import { createTestDatabase } from './cluster.ts';
import { type Given, givenBy } from './given.ts';
import { injectFetch } from './inject-fetch.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface Answer<T = unknown> {
  status: number;
  headers: Record<string, unknown>;
  body: { data: T; meta: { total: number; limit: number; offset: number } } & ApiError;
}

export interface TestApp {
  app: FastifyInstance;
  config: Config;
  db: { orm: ReturnType<typeof openOrm>; connection: object };
  /** A call below `/api/v1`, as any client makes it. */
  call<T = unknown>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    options?: CallOptions,
  ): Promise<Answer<T>>;
  visitor: Caller;
  /** The calls of `office@example.org`. */
  office: Caller;
  /** The calls of an account, which is made and signed in at its first call. */
  as(email: string): Caller;
  withToken(token: string): Caller;
  /** Makes data, with defaults for what a test does not name. */
  given: Given & {
    /** An account, the office's own unless told otherwise. The first one is the owner's. */
    account(email?: string): Promise<SignedIn>;
  };
  /** Signs an account in, and makes it where there is none. */
  signIn(email?: string): Promise<SignedIn>;
  /** The dashboard's calls, as its own client makes them. */
  admin(token?: string): TRPCClient<AdminRouter>;
  /** Lets time pass for the product's clock. */
  wait(ms: number): void;
  close(): Promise<void>;
}

export interface SignedIn extends Session {
  email: string;
  /** The value of the refresh cookie. */
  refreshToken: string;
}
export const officeEmail = 'office@example.org';
export const testPassword = 'a long test phrase';

interface CallOptions {
  token?: string;
  headers?: Record<string, string>;
}

/** The product on a fresh database, without a port. Answers are checked against the contract. */
export async function testApp(settings: Record<string, string> = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const folder = temporaryFolder();
  const config = loadConfig(
    { DATA_DIR: folder.path, LOG_LEVEL: 'silent', PORT: '3000', RATE_LIMIT_FACTOR: '10000', ...settings },
    [],
  );
  const orm = openOrm(database.connection, entities);
  const db = { orm, connection: database.connection };
  let waited = 0;
  const now = () => new Date(Date.now() + waited);
  const app = await buildApp({ config, db, checkAnswers: true, withPages: false, now });
  await app.ready();

  const signIn = async (email = officeEmail): Promise<SignedIn> => {
    const em = orm.em.fork();
    const account =
      (await em.findOne(AccountEntity, { email })) ??
      (await createAccount({ em }, { email, password: testPassword }));
    const origin = { ipAddress: null, userAgent: null };
    const { session, refreshToken } = await startSession({ config, em, now, origin }, account, 'login');
    return { ...session, email, refreshToken };
  };
  const sessions = new Map<string, Promise<SignedIn>>();
  const sessionOf = (email = officeEmail): Promise<SignedIn> => {
    const session = sessions.get(email) ?? signIn(email);
    sessions.set(email, session);
    return session;
  };
  const as = (email: string) => callerOf(app, async () => (await sessionOf(email)).token);
  const visitor = callerOf(app, async () => undefined);
  const office = as(officeEmail);

  return {
    app,
    config,
    db,
    call: async <T>(
      method: InjectOptions['method'],
      path: string,
      body?: unknown,
      { token, headers }: CallOptions = {},
    ) => {
      const answer = await app.inject({
        method,
        url: `${apiPrefix}${path}`,
        headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
        ...(body !== undefined && { payload: body as object }),
      });
      const isJson = answer.headers['content-type']?.toString().includes('json');
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: isJson ? answer.json<Answer<T>['body']>() : (undefined as never),
      };
    },
    visitor,
    office,
    as,
    withToken: (token) => callerOf(app, async () => token),
    given: { ...givenBy({ visitor, office }), account: sessionOf },
    signIn,
    admin: (token) =>
      createTRPCClient<AdminRouter>({
        links: [
          httpLink({
            url: 'http://localhost:3000/api/trpc',
            headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
            fetch: injectFetch(app),
          }),
        ],
      }),
    wait: (ms) => {
      waited += ms;
      // their bearers may have run out
      sessions.clear();
    },
    close: async () => {
      await app.close();
      await orm.close(true);
      await database.drop();
      folder.remove();
    },
  };
}
