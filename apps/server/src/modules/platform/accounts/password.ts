import { hash, verify } from '@node-rs/argon2';
import { makeWorkQueue } from '../../../background/work-queue.ts';
import type { Passwords, PasswordTurn } from '../../../context/passwords.ts';
import { AppError } from '../../../errors.ts';

/** Parameters of Argon2id that OWASP recommends; 19 MiB for each hash. */
const scryptCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Checked when the account is unknown, so that the answer takes the same time. */
const usualDecoy = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Keyboards encode accented letters in different ways. */
const composePassword = (password: string) => password.normalize('NFC');

/** A hash takes a core about 30 ms, so hashes run one after another, those of strangers in a line of their own. */
export function openPasswords({ longestMs = 5000, decoyHash = usualDecoy } = {}): Passwords {
  const lines = { known: openLine(longestMs), stranger: openLine(longestMs) };
  const takePasswordTurn = async <T>({ network, isKnown, isGone }: PasswordTurn, work: () => Promise<T>) => {
    const endTurn = await lines[isKnown ? 'known' : 'stranger'].take({
      ...(network && { group: network }),
      ...(isGone && { isGone }),
    });
    return work().finally(endTurn);
  };
  return {
    hash: (password, turn) =>
      takePasswordTurn({ ...turn, isKnown: true }, () => hash(composePassword(password), scryptCost)),
    isRight: async (password, passwordHash, turn = {}) => {
      const typed = composePassword(password);
      const isRight = await takePasswordTurn(turn, () => verify(passwordHash ?? decoyHash, typed));
      return isRight && passwordHash !== undefined;
    },
  };
}

const openLine = (longestMs: number) =>
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
  const plain = password.toLowerCase();
  if (plain === email.toLowerCase()) return 'Your password must not be your email address';
  // Loaded on demand: the dictionary takes a megabyte and only new passwords need it
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const isCommon = dictionary['passwords-common'].includes(plain);
  return isCommon ? 'This password is one of the commonest; choose another' : null;
}
