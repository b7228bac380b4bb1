import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { password } from '@institute/contract';
import { email } from '@institute/contract/fields';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as z from 'zod';
import { contextWithoutCaller } from '../context.ts';
import { StartError } from '../errors.ts';
import { toAppError } from '../http/failures.ts';
import {
  type Account,
  type Credentials,
  createAccount,
  recordAccountActivity,
} from '../modules/platform/accounts/account.service.ts';
import { replacePassword } from '../modules/platform/accounts/password.service.ts';
import { makePasswordChecker } from '../modules/platform/accounts/password.ts';
import { type ContextInTransaction, runInTransaction } from '../transaction.ts';
import { readOptions, runCommand, withToolDatabase } from './tool.ts';

const USAGE =
  'Usage: npm run admin:create -- --email name@example.org [--reset]  (the password comes from standard input)';
const credentialsSchema = z.object({ email, password });

const commandLineContext = {
  ...contextWithoutCaller,
  now: () => new Date(),
  passwords: makePasswordChecker(),
};

/** Makes an account, whatever the setting `ADMIN_SIGNUP` says. */
async function createAdmin(): Promise<string> {
  const commandOptions = { email: { type: 'string' }, reset: { type: 'boolean', default: false } } as const;
  const { email: address, reset } = readOptions(USAGE, commandOptions);
  if (!address) throw new StartError(USAGE);
  const checkedCredentials = credentialsSchema.parse({ email: address, password: await readPassword() });
  return withToolDatabase({ installation: reset }, async (db) => {
    const em = db.orm.em.fork();
    if (reset) {
      const { email } = await replacePassword({ ...commandLineContext, em }, checkedCredentials);
      return `The account ${email} has the new password; it is signed out everywhere.`;
    }
    const createdAccount = await runInTransaction({ ...commandLineContext, em }, (tx) =>
      createOrResetAccount(tx, checkedCredentials),
    );
    return `The account ${createdAccount.email} is made${createdAccount.isOwner ? '; it is the owner’s' : ''}.`;
  });
}

async function createOrResetAccount(
  tx: ContextInTransaction<typeof commandLineContext & { em: EntityManager }>,
  input: Credentials,
): Promise<Account> {
  const account = await createAccount(tx, input);
  await recordAccountActivity(tx, 'create', account.id, 'Made an account from the command line');
  return account;
}

async function readPassword(): Promise<string> {
  const { stdin, stderr } = process;
  if (stdin.isTTY) stderr.write('Password: ');
  const hiddenPasswordOutput = new Writable({ write: (_chunk, _encoding, done) => done() });
  const inputLines = createInterface({ input: stdin, output: hiddenPasswordOutput, terminal: stdin.isTTY });
  try {
    for await (const typedPasswordLine of inputLines) return typedPasswordLine;
    return '';
  } finally {
    inputLines.close();
    if (stdin.isTTY) stderr.write('\n');
  }
}

function explainFailure(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const accountError = toAppError(error);
  if (accountError.code === 'INTERNAL_ERROR')
    return error instanceof Error ? (error.stack ?? '') : String(error);
  if (accountError.details.length === 0) return accountError.message;
  return accountError.details.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('\n');
}

await runCommand(createAdmin, explainFailure);
