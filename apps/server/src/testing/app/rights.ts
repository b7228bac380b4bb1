import { type Right, rights } from '@institute/contract/rights.constants';
import type { AccountActor } from '../../context/actor.ts';

export const listRightsBut = (...without: Right[]): Right[] =>
  rights.filter((right) => !without.includes(right));

/** Has always just typed the password. For tests that call services themselves. */
export const confirmedOwner: AccountActor = {
  id: 1,
  email: 'owner@example.org',
  isOwner: true,
  rights: listRightsBut(),
  sessionId: '',
  // The last day that JavaScript knows
  confirmedAt: new Date(8.64e15),
};
