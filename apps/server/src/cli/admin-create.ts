import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { email, password } from '@institute/contract';
import * as z from 'zod';
import { loadConfig } from '../config.ts';
import { failureOf } from '../http/failures.ts';
import { createAccount } from '../modules/accounts/account.service.ts';
import { recordActivity } from '../modules/activity/activity.service.ts';
import { StartError } from '../start-error.ts';
import { openToolDatabase } from './tool-database.ts';

const USAGE =
  'Usage: npm run admin:create -- --email name@example.org  (the password comes from standard input)';
const credentials = z.object({ email, password });

/** Makes an account for the admin area, whatever ADMIN_SIGNUP says. */
async function main(): Promise<void> {
  const input = credentials.parse({ email: emailArgument(), password: await readPassword() });
  const config = loadConfig(undefined, []);
  process.umask(0o077);
  const db = await openToolDatabase(config);
  try {
    const account = await db.orm.em.fork().transactional(async (em) => {
      const made = await createAccount({ em }, input);
      const shell = { actor: null, origin: { ipAddress: null, userAgent: null }, now: () => new Date() };
      const description = 'Made an account from the command line';
      await recordActivity(shell, em, {
        type: 'create',
        entityType: 'account',
        entityId: made.id,
        description,
      });
      return made;
    });
    console.info(`The account ${account.email} is made${account.isOwner ? '; it is the owner’s' : ''}.`);
  } finally {
    await db.close();
  }
}

function emailArgument(): string {
  try {
    const { values } = parseArgs({ options: { email: { type: 'string' } } });
    if (values.email) return values.email;
  } catch {
    // an option that there is not
  }
  throw new StartError(USAGE);
}

/** The first line; typed at a terminal it does not show. */
async function readPassword(): Promise<string> {
  const { stdin, stderr } = process;
  if (stdin.isTTY) stderr.write('Password: ');
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silence, terminal: stdin.isTTY });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (stdin.isTTY) stderr.write('\n');
  }
}

function explain(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const failure = failureOf(error);
  if (failure.code === 'INTERNAL_ERROR') return error instanceof Error ? (error.stack ?? '') : String(error);
  if (failure.details.length === 0) return failure.message;
  return failure.details.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('\n');
}

try {
  await main();
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
