import type { Ctx, TxCtx } from '../../context.ts';
import { DonationEntity, PaymentNoticeEntity } from './donation.entity.ts';
import { type DonationView, type NoticeView, noticeView, rowView } from './donation.view.ts';

/** Replaces the donor's name on the donation and its receipt. */
const ERASED = 'Name erased';
const NOTICES_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** `email` is in lower case. */
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

/**
 * Keeps what tax law requires: amount, date, method and receipt number. Without the traces in other tables:
 * `privacy` erases both.
 */
export const removeDonors = (
  { em, now }: Pick<TxCtx, 'em' | 'now'>,
  ids: readonly number[],
): Promise<number> =>
  em.nativeUpdate(
    DonationEntity,
    { id: { $in: [...ids] } },
    { name: ERASED, email: null, phone: null, note: null, cancelReason: null, updatedAt: now() },
  );

/** SQL that finds email addresses and phones in a notice. */
const addressesIn = `regexp_matches(lower(body), '[a-z0-9_''+.-]+@[a-z0-9.-]+', 'g') as found (words)`;
const phonesIn = `regexp_matches(body, '[0-9][0-9+() .-]{5,}', 'g') as found (words)`;
const someOf = 'select jsonb_array_elements_text(?::jsonb)';

/**
 * Finds notices by donation reference, and by any email or phone of the person or of these donations. Newest
 * first.
 */
export async function noticesAbout(
  { em }: Pick<Ctx, 'em'>,
  { email, phone }: { email: string | null; phone: string | null },
  donations: readonly Pick<DonationView, 'txRef' | 'email' | 'phone'>[],
): Promise<NoticeView[]> {
  const toJsonList = (values: (string | null)[]) => JSON.stringify(values.filter((value) => value !== null));
  const found = await em.execute<{ id: number }[]>(
    `select id from payment_notices where tx_ref in (${someOf})
       or exists (select from ${addressesIn} where rtrim(words[1], '.') in (${someOf}))
       or exists (select from ${phonesIn} where dialled(words[1]) in (select dialled(value) from (${someOf}) as sought (value)))`,
    [
      toJsonList(donations.map(({ txRef }) => txRef)),
      toJsonList([email, ...donations.map((donation) => donation.email?.toLowerCase() ?? null)]),
      toJsonList([phone, ...donations.map((donation) => donation.phone)]),
    ],
  );
  const ids = found.map(({ id }) => id);
  const rows = await em.find(
    PaymentNoticeEntity,
    { id: { $in: ids } },
    { orderBy: { id: 'desc' }, disableIdentityMap: true },
  );
  return rows.map(noticeView);
}

export const eraseNotices = ({ em }: TxCtx, ids: readonly number[]): Promise<number> =>
  em.nativeDelete(PaymentNoticeEntity, { id: { $in: [...ids] } });

/** Notices name payers, so they are not kept for good. */
export async function purgeNotices({ em, now }: Pick<Ctx, 'em' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - NOTICES_KEPT_MS);
  await em.nativeDelete(PaymentNoticeEntity, { createdAt: { $lt: before } });
}
