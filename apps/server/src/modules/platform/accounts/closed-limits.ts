import type { Ctx } from '../../../context.ts';
import type { WatchedKey, WrongTryRule } from '../wrong-tries/wrong-try.service.ts';
import type { AccountRow } from './account.entity.ts';
import { recordAccountActivity } from './account.service.ts';

const textsByTryRule = {
  'account and network': 'wrong sign-ins from this network: refused there for 15 minutes',
  network: 'wrong sign-ins from this network: refused for 15 minutes, whatever the account',
  'network block': 'wrong sign-ins from a /48 of IPv6: refused for 15 minutes, whatever the account',
  account: 'wrong sign-ins from several networks: slowed down for an hour',
  device: 'wrong sign-ins on a known device: refused there for 15 minutes',
  'second factor': 'wrong codes of two-step sign-in: slowed down for a day',
  session: 'wrong passwords typed in an open session: refused there for 15 minutes',
} satisfies Partial<Record<WrongTryRule, string>>;

export type LimitCtx = Pick<Ctx, 'config' | 'em' | 'now' | 'origin'>;

/**
 * Records in the activity log that wrong tries have used up a limit: of which account, and from which network. An
 * address without an account is not recorded, because it may be a password in the wrong field.
 */
export const makeWatchedSignInKey = (
  { now, origin }: LimitCtx,
  { rule, key }: { rule: keyof typeof textsByTryRule; key: string },
  account: Pick<AccountRow, 'id'> | null,
): WatchedKey => ({
  rule,
  key,
  whenClosed: ({ em }, tries) => {
    const unknownAccountText =
      account || rule === 'network' || rule === 'network block' ? '' : ', to an address without an account';
    const description = `${tries} ${textsByTryRule[rule]}${unknownAccountText}`;
    return recordAccountActivity(
      { em, now, origin, actor: null },
      'update',
      account?.id ?? null,
      description,
    );
  },
});
