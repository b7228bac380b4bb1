import type { Ctx, TxCtx } from '../../../context.ts';
import { pickFields } from '../../../database/shown-fields.ts';
import { int, listIds, readRows } from '../../../sql.ts';
import { PaymentNoticeEntity, type PaymentNoticeRow } from './payment.entity.ts';

const NOTICES_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

const toNoticeView = (row: PaymentNoticeRow) =>
  pickFields(row, 'id', 'provider', 'event', 'txRef', 'body', 'createdAt');

/** Stores a notice that matches no payment, so that the office can review it. */
export async function storeUnmatchedNotice(
  { em, now, payments }: Pick<Ctx, 'em' | 'now' | 'payments'>,
  { event, txRef }: { event: string | null; txRef: string | null },
  body: unknown,
): Promise<void> {
  await em.execute(
    `insert into payment_notices (created_at, provider, event, tx_ref, body) values (?, ?, ?, ?, ?)`,
    [
      now(),
      payments.name,
      toStorableText(event),
      toStorableText(txRef),
      (JSON.stringify(body) ?? '').slice(0, 20_000),
    ],
  );
}

/** PostgreSQL refuses the NUL character in text, so it is removed. */
const toStorableText = (text: string | null) =>
  text?.replaceAll('\0', '').slice(0, 100).toWellFormed() ?? null;

/** Lists notices, newest first. */
export async function listPaymentNotices(
  { em }: Pick<Ctx, 'em'>,
  where: { txRef: string } | { id: { $in: number[] } },
  limit?: number,
) {
  const noticeRows = await em.find(PaymentNoticeEntity, where, {
    orderBy: { id: 'desc' },
    ...(limit && { limit }),
    disableIdentityMap: true,
  });
  return noticeRows.map(toNoticeView);
}

/** SQL that finds email addresses and phones in a notice. */
const addressesInNoticeSql = `regexp_matches(lower(body), '[a-z0-9_''+.-]+@[a-z0-9.-]+', 'g') as found (words)`;
const phonesInNoticeSql = `regexp_matches(body, '[0-9][0-9+() .-]{5,}', 'g') as found (words)`;
const listedTextsSql = 'select jsonb_array_elements_text(?::jsonb)';

interface NoticeSearch {
  txRefs: readonly string[];
  emails: readonly (string | null)[];
  phones: readonly (string | null)[];
}

/** Finds notices by reference, and by emails and phones in them. */
export async function listNoticesAbout({ em }: Pick<Ctx, 'em'>, { txRefs, emails, phones }: NoticeSearch) {
  const toJsonList = (values: readonly (string | null)[]) =>
    JSON.stringify(values.filter((value) => value !== null));
  const foundNotices = await readRows(em, { id: int })(
    `select id from payment_notices where tx_ref in (${listedTextsSql})
       or exists (select from ${addressesInNoticeSql} where rtrim(words[1], '.') in (${listedTextsSql}))
       or exists (select from ${phonesInNoticeSql} where dialled(words[1]) in (select dialled(value) from (${listedTextsSql}) as given (value)))`,
    [toJsonList(txRefs), toJsonList(emails.map((each) => each?.toLowerCase() ?? null)), toJsonList(phones)],
  );
  return listPaymentNotices({ em }, { id: { $in: listIds(foundNotices) } });
}

export const erasePaymentNotices = ({ em }: TxCtx, ids: readonly number[]): Promise<number> =>
  em.nativeDelete(PaymentNoticeEntity, { id: { $in: [...ids] } });

/** Notices name payers, so they are deleted after a while. */
export async function purgePaymentNotices({ em, now }: Pick<Ctx, 'em' | 'now'>): Promise<void> {
  const noticeCutoff = new Date(now().getTime() - NOTICES_KEPT_MS);
  await em.nativeDelete(PaymentNoticeEntity, { createdAt: { $lt: noticeCutoff } });
}
