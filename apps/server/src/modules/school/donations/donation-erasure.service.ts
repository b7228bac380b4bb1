import type { Ctx, TxCtx } from '../../../context.ts';
import { int, listIds, readRows } from '../../../sql.ts';
import { DonationEntity } from './donation.entity.ts';
import { toFullView } from './donation.view.ts';

/** Replaces the donor's name on the donation and its receipt. */
const ERASED_NAME = 'Name erased';

/** `email` is in lower case. */
export async function listDonationsBy(
  { em }: Pick<Ctx, 'em'>,
  { email, phone }: { email: string | null; phone: string | null },
) {
  const found = await readRows(em, { id: int })(
    'select id from donations where lower(email) = ? or dialled(phone) = dialled(?)',
    [email, phone],
  );
  const ids = listIds(found);
  const rows = await em.find(
    DonationEntity,
    { id: { $in: ids } },
    { orderBy: { id: 'desc' }, disableIdentityMap: true },
  );
  return rows.map(toFullView);
}

/**
 * Keeps what tax law requires: amount, date, method and receipt number. Without the traces in other tables:
 * `privacy` erases both.
 */
export const removeDonors = ({ em, now }: Pick<TxCtx, 'em' | 'now'>, ids: readonly number[]) =>
  em.nativeUpdate(
    DonationEntity,
    { id: { $in: [...ids] } },
    { name: ERASED_NAME, email: null, phone: null, note: null, cancelReason: null, updatedAt: now() },
  );
