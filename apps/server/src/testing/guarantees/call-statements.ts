import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import type { InjectOptions } from 'fastify';
import type pg from 'pg';
import { vi } from 'vitest';
import type { TestApp } from '../app/test-app.ts';

/** Statements of background work have another context, and are left out. */
const statementsOfCall = new AsyncLocalStorage<string[]>();
/** MikroORM brings its own copy of the driver. */
const { Client } = createRequire(import.meta.resolve('@mikro-orm/postgresql'))('pg') as typeof pg;

/** Call it before the app opens. The spies of a file end with it. */
export function watchStatements() {
  const query = Client.prototype.query;
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text: string }];
    statementsOfCall.getStore()?.push(typeof first === 'string' ? first : first.text);
    return Reflect.apply(query, this, args);
  } as typeof query);
}

export async function listStatements(app: TestApp['app'], request: InjectOptions) {
  const statements: string[] = [];
  // `inject` begins when it is awaited
  const { statusCode } = await statementsOfCall.run(statements, async () => await app.inject(request));
  // Work after the answer belongs to the call, however fast the machine is
  await new Promise<void>((resolve) => app.later('the end of the list', async () => resolve()));
  return { statusCode, statements };
}
