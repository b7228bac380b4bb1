import type { Ctx, TxCtx } from '../../../context.ts';
import { int, listIds, readRows } from '../../../sql.ts';
import { DonationEntity } from './donation.entity.ts';
import { toFullDonationView } from './donation.view.ts';

/** Text that replaces the name of an erased donor on the donation and its receipt. */
const ERASED_NAME = 'Name erased';

/** Lists the donations of a person, by email in lower case or by phone. */
export async function listDonationsOfPerson(
  { em }: Pick<Ctx, 'em'>,
  { email, phone }: { email: string | null; phone: string | null },
) {
  const foundIds = await readRows(em, { id: int })(
    'select id from donations where lower(email) = ? or dialled(phone) = dialled(?)',
    [email, phone],
  );
  const ids = listIds(foundIds);
  const rows = await em.find(
    DonationEntity,
    { id: { $in: ids } },
    { orderBy: { id: 'desc' }, disableIdentityMap: true },
  );
  return rows.map(toFullDonationView);
}

/**
 * Erases donors only: `privacy` also erases traces in other tables. Amount, date, method and receipt number stay,
 * because tax law requires them.
 */
export const eraseDonors = ({ em, now }: Pick<TxCtx, 'em' | 'now'>, ids: readonly number[]) =>
  em.nativeUpdate(
    DonationEntity,
    { id: { $in: [...ids] } },
    { name: ERASED_NAME, email: null, phone: null, note: null, cancelReason: null, updatedAt: now() },
  );
