import { hash, verify } from '@node-rs/argon2';
import { makeWorkQueue } from '../../../background/work-queue.ts';
import type { PasswordCheckCaller, PasswordChecker } from '../../../context/passwords.ts';
import { AppError } from '../../../errors.ts';

/** Parameters of Argon2id that OWASP recommends; 19 MiB for each hash. */
const argon2Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Checked when the account is unknown, so that the answer takes the same time. */
const defaultDecoyHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Keyboards encode accented letters in different ways, so passwords are normalised. */
const normalizePassword = (password: string) => password.normalize('NFC');

/**
 * A hash keeps a processor core busy for about 30 ms, so hashes run one after another. Unknown callers have a queue
 * of their own.
 */
export function makePasswordChecker({
  longestMs = 5000,
  decoyHash = defaultDecoyHash,
} = {}): PasswordChecker {
  const passwordQueues = { known: makePasswordQueue(longestMs), stranger: makePasswordQueue(longestMs) };
  const takePasswordTurn = async <T>(
    { network, isKnown, isGone }: PasswordCheckCaller,
    work: () => Promise<T>,
  ) => {
    const endPasswordTurn = await passwordQueues[isKnown ? 'known' : 'stranger'].take({
      ...(network && { group: network }),
      ...(isGone && { isGone }),
    });
    return work().finally(endPasswordTurn);
  };
  return {
    hash: (password, turn) =>
      takePasswordTurn({ ...turn, isKnown: true }, () => hash(normalizePassword(password), argon2Cost)),
    isRight: async (password, passwordHash, turn = {}) => {
      const composedPassword = normalizePassword(password);
      const isPasswordRight = await takePasswordTurn(turn, () =>
        verify(passwordHash ?? decoyHash, composedPassword),
      );
      return isPasswordRight && passwordHash !== undefined;
    },
  };
}

const makePasswordQueue = (longestMs: number) =>
  makeWorkQueue({
    atOnce: 1,
    waiting: 300,
    longestMs,
    refusal: () =>
      new AppError(
        'UNAVAILABLE',
        'Too many are signing in at this moment. Please try again in a few seconds.',
        { retryAfter: 2 },
      ),
  });

export async function findPasswordFault(password: string, email: string): Promise<string | null> {
  const lowerPassword = password.toLowerCase();
  if (lowerPassword === email.toLowerCase()) return 'Your password must not be your email address';
  // Loaded on demand: the dictionary takes a megabyte and only new passwords need it
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const isCommonPassword = dictionary['passwords-common'].includes(lowerPassword);
  return isCommonPassword ? 'This password is one of the commonest; choose another' : null;
}
