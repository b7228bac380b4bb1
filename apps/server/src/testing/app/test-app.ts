import type { Session } from '@institute/contract';
import type { ApiScope } from '@institute/contract/api-keys.constants';
import type { Dictionary } from '@mikro-orm/core';
import { hash } from '@node-rs/argon2';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { buildApp } from '../../app.ts';
import { entities } from '../../composition/entities.ts';
import { type Config, loadConfig } from '../../config/config.ts';
import type { PasswordChecker } from '../../context/passwords.ts';
import type { Ctx } from '../../context.ts';
import { openChangeNotices } from '../../database/changes.ts';
import { openOrm } from '../../database/orm.ts';
import { openLog } from '../../log.ts';
import { findAccountForSignIn, insertAccount } from '../../modules/platform/accounts/account.service.ts';
import { makePasswordChecker } from '../../modules/platform/accounts/password.ts';
import { startSession } from '../../modules/platform/accounts/session.service.ts';
import { SiteEntity } from '../../modules/platform/site/site.entity.ts';
import { demoSite } from '../../modules/platform/site/site-defaults.service.ts';
import { createTestDatabase } from '../processes/cluster.ts';
import { makeTemporaryFolder } from '../processes/temporary-folder.ts';
import { type Caller, makeCaller } from './caller.ts';
import { checkAnswers } from './documented.ts';
import { type Given, makeGiven } from './given.ts';
import { openJobContexts } from './job-context.ts';
import { errorLog } from './logged-errors.ts';
import { patience, patientConnection } from './patience.ts';
import { listRightsBut } from './rights.ts';

export interface TestApp {
  app: FastifyInstance;
  config: Config;
  db: { orm: ReturnType<typeof openOrm>; connection: object };
  /** A new one each time, so that it reads what is stored. */
  em(): Ctx['em'];
  sql<Row extends object = Dictionary>(query: string, params?: readonly unknown[]): Promise<Row[]>;
  visitor: Caller;
  office: Caller;
  /** The account is created and signed in at the first call. */
  as(email: string): Caller;
  withToken(token: string): Caller;
  given: Given & {
    /** By default the office's account. The first account is the owner. */
    account(email?: string): Promise<SignedIn>;
    apiKey(...scopes: ApiScope[]): Promise<Caller>;
  };
  /** Creates the account if needed, with every right. */
  signIn(email?: string, passwordHash?: Promise<string>): Promise<SignedIn>;
  jobContext(now?: () => Date): Ctx;
  now(): Date;
  passwords: PasswordChecker;
  /** Starts the product with pages on the same database and clock. `close` ends it too. */
  openPages(): Promise<FastifyInstance>;
  /** The same without pages and with connections of its own. */
  openReplica(): Promise<FastifyInstance>;
  wait(ms: number): void;
  close(): Promise<void>;
}

export interface SignedIn extends Session {
  email: string;
  refreshToken: string;
}
export const officeEmail = 'office@example.org';
export const testPassword = 'a long test phrase';
/** The cheapest cost, because tests check it a thousand times. */
const testPasswordHash = hash(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** One product for all tests of a file, which may use it as soon as it is there. */
export async function useTestApp(settings: Record<string, string> = {}): Promise<TestApp> {
  const t = await testApp(settings);
  afterAll(() => t.close());
  return t;
}

/** A fresh product for each test. Hooks may use it too. */
export function useTestAppPerTest(settings: Record<string, string> = {}): TestApp {
  const t = {} as TestApp;
  beforeEach(async () => void Object.assign(t, await testApp(settings)));
  afterEach(() => t.close());
  return t;
}

/**
 * Starts the product on a fresh database, without a port. It has the site of the demo unless `SEED_DEMO` is false.
 * Answers are checked against the contract and the API's document.
 */
export async function testApp(settings: Record<string, string> = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const folder = makeTemporaryFolder();
  const config = loadConfig(
    { DATA_DIR: folder.path, LOG_LEVEL: 'error', PORT: '3000', RATE_LIMIT_FACTOR: '10000', ...settings },
    [],
  );
  const orm = openOrm({ ...database.connection, ...patientConnection }, entities);
  const db = { orm, connection: database.connection };
  // Most tests read the site of the demo
  if (settings.SEED_DEMO !== 'false') await orm.em.fork().insert(SiteEntity, { content: demoSite });
  let waited = 0;
  const now = () => new Date(Date.now() + waited);
  const passwords = makePasswordChecker({
    longestMs: Number.POSITIVE_INFINITY,
    decoyHash: await testPasswordHash,
  });
  // One for all apps of this process, so that each has heard of a change as soon as it is made
  const changes = openChangeNotices(db.connection, openLog(config.logLevel, errorLog));
  const app = await buildApp({
    config,
    db,
    changes,
    checkAnswers: true,
    withPages: false,
    now,
    passwords,
    pollMs: 50,
    logTo: errorLog,
    ...patience,
  });
  await app.ready();
  checkAnswers(app);

  const signIn = async (email = officeEmail, passwordHash = testPasswordHash): Promise<SignedIn> => {
    const em = orm.em.fork();
    const account =
      (await findAccountForSignIn({ em }, email)) ??
      (await insertAccount(
        { em },
        { email, passwordHash: await passwordHash, isOwner: false, rights: listRightsBut() },
      ));
    const origin = { ipAddress: null, userAgent: null };
    const { session, refreshToken } = await startSession({ config, em, now, origin }, account, 'login');
    return { ...session, email, refreshToken };
  };
  const sessions = new Map<string, Promise<SignedIn>>();
  const sessionFor = (email = officeEmail): Promise<SignedIn> => {
    const session = sessions.get(email) ?? signIn(email);
    sessions.set(email, session);
    return session;
  };
  const as = (email: string) => makeCaller(app, async () => (await sessionFor(email)).token);
  const makeJobContext = openJobContexts({ app, config, db, changes, passwords });
  const others: FastifyInstance[] = [];
  const visitor = makeCaller(app, async () => undefined);
  const office = as(officeEmail);
  const withToken = (token: string) => makeCaller(app, async () => token);
  const apiKey = async (...scopes: ApiScope[]) =>
    withToken((await office.admin.apiKeys.create.mutate({ name: 'Timetable', scopes })).key);

  return {
    app,
    config,
    db,
    em: () => orm.em.fork(),
    sql: (query, params) => orm.em.fork().execute(query, params),
    visitor,
    office,
    as,
    withToken,
    given: { ...makeGiven({ visitor, office }), account: sessionFor, apiKey },
    signIn,
    jobContext: makeJobContext,
    now,
    passwords,
    openPages: async () => {
      const withPages = await buildApp({ config, db, changes, now, logTo: errorLog, ...patience });
      others.push(withPages);
      await withPages.ready();
      return withPages;
    },
    openReplica: async () => {
      const own = openOrm(database.connection, entities);
      const replicaDb = { orm: own, connection: database.connection };
      const replica = await buildApp({ config, db: replicaDb, withPages: false, now, ...patience });
      replica.addHook('onClose', () => own.close(true));
      others.push(replica);
      return replica;
    },
    wait: (ms) => {
      waited += ms;
      // The bearers may have expired.
      sessions.clear();
    },
    close: async () => {
      for (const other of others) await other.close();
      await app.close();
      await changes.close();
      await orm.close(true);
      await database.drop();
      folder.remove();
    },
  };
}
