import type { ApiError } from '@institute/contract';
import { apiPrefix } from '@institute/contract/constants';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { buildApp } from '../app.ts';
import { type Config, loadConfig } from '../config.ts';
import { openOrm } from '../database/open.ts';
import { createTestDatabase } from './cluster.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface Answer<T = unknown> {
  status: number;
  headers: Record<string, unknown>;
  body: { data: T; meta: { total: number; limit: number; offset: number } } & ApiError;
}

export interface TestApp {
  app: FastifyInstance;
  config: Config;
  db: { orm: Awaited<ReturnType<typeof openOrm>>; connection: object };
  /** A call below `/api/v1`, as any client makes it. */
  call<T = unknown>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    options?: CallOptions,
  ): Promise<Answer<T>>;
  close(): Promise<void>;
}

export interface CallOptions {
  token?: string;
  headers?: Record<string, string>;
}

/** The product on a fresh database, without a port. Answers are checked against the contract. */
export async function testApp(settings: Record<string, string> = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const folder = temporaryFolder();
  const config = loadConfig({ DATA_DIR: folder.path, LOG_LEVEL: 'silent', PORT: '3000', ...settings }, []);
  const orm = await openOrm(database.connection);
  const db = { orm, connection: database.connection };
  const app = await buildApp({ config, db, checkAnswers: true });
  await app.ready();

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
    close: async () => {
      await app.close();
      await orm.close(true);
      await database.drop();
      folder.remove();
    },
  };
}
