import { maySee, type Need } from '@institute/contract/rights.constants';
import { admin } from './admin.ts';

/** False until the account is known, so that no call goes out which would be refused. */
export function useMaySee(): (need: Need) => boolean {
  const { data: own } = admin.account.get.useQuery();
  return (need) => own !== undefined && maySee(own, need);
}
