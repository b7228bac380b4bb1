import type { Ctx, TxCtx } from '../../context.ts';
import { eraseTraces } from '../erasure/erasure.service.ts';
import { DonationEntity } from './donation.entity.ts';
import { type DonationView, rowView } from './donation.view.ts';

/** Stands on the donation and its receipt instead of the donor's name. */
const ERASED = 'Name erased';

/** Somebody's donations, newest first. `email` is in lower case. */
export async function donationsBy(
  { em }: Pick<Ctx, 'em'>,
  { email, phone }: { email: string | null; phone: string | null },
): Promise<DonationView[]> {
  const found = await em.execute<{ id: number }[]>(
    'select id from donations where lower(email) = ? or dialled(phone) = dialled(?)',
    [email, phone],
  );
  const ids = found.map(({ id }) => id);
  const rows = await em.find(
    DonationEntity,
    { id: { $in: ids } },
    { orderBy: { id: 'desc' }, disableIdentityMap: true },
  );
  return rows.map(rowView);
}

/** Keeps what the tax law demands of a donation: amount, date, method and receipt number. */
export async function anonymiseDonations(tx: TxCtx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const count = await tx.em.nativeUpdate(
    DonationEntity,
    { id: { $in: [...ids] } },
    { name: ERASED, email: null, phone: null, note: null, cancelReason: null, updatedAt: tx.now() },
  );
  await eraseTraces(tx, { ids, entityType: 'donation', scope: 'donations', emails: { donations: ids } });
  return count;
}

/** Deletes what the provider told of a payer and no donation knows. `email` is in lower case. */
export async function eraseNoticesOf({ em }: TxCtx, email: string): Promise<number> {
  const gone = await em.execute<{ id: number }[]>(
    'delete from payment_notices where strpos(lower(body), ?) > 0 returning id',
    [email],
  );
  return gone.length;
}
