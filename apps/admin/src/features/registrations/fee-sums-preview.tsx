import { formatLocalMoney } from '@institute/contract/money';
import { useEffect } from 'react';
import { admin } from '../../api/admin.ts';

/** Fees that are no longer shown once the registrations are deleted. Only owners delete registrations with fees. */
export function FeeSumsPreview({ ids }: { ids: number[] }) {
  const { data: own } = admin.account.get.useQuery();
  const maySeeSums = own?.isOwner;
  const { data: sums, mutate } = admin.fees.sum.useMutation();
  const joinedIds = ids.join();
  useEffect(() => {
    if (maySeeSums && joinedIds) mutate({ registrations: joinedIds.split(',').map(Number) });
  }, [maySeeSums, joinedIds, mutate]);
  if (!sums || (sums.charged === 0 && sums.paid === 0)) return null;
  return (
    <span className="mt-2 block text-ink">
      Charged {formatLocalMoney(sums.charged)}, paid {formatLocalMoney(sums.paid)}. These lines stay in the
      book.
    </span>
  );
}
