import { maySee, type Need } from '@institute/contract/rights.constants';
import { admin } from './admin.ts';

/** `maySee` is false until the account is known, so that no call goes out which would be refused. */
export function useRights() {
  const { data: own, isPending } = admin.account.get.useQuery();
  return { isPending, maySee: (need: Need): boolean => own !== undefined && maySee(own, need) };
}

export const useMaySee = () => useRights().maySee;
