import type { DonationsQuery } from '@institute/contract';
import { donationNotFound, parseDonationCode } from '@institute/contract/donations.constants';
import { currencyCodes } from '@institute/contract/money';
import { timeZone } from '@institute/contract/time';
import * as z from 'zod';
import { refuseLongList } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import {
  type BatchRange,
  findBatch,
  findEntityRows,
  findPage,
  MAX_COUNTED,
  type Orders,
  toOrderBy,
} from '../../../database/page.ts';
import { notFoundError } from '../../../errors.ts';
import { int, listIds, readRows, text } from '../../../sql.ts';
import { findRecords } from '../../platform/content/list-pages.ts';
import { whereMatchingSpellings } from '../../platform/content/search.ts';
import { listEmailsAbout } from '../../platform/outbox/outbox-list.service.ts';
import { listNotices } from '../../platform/payments/payment-notice.service.ts';
import { DonationEntity } from './donation.entity.ts';
import { donationCancellationMessage, donationReceiptMessage } from './donation.messages.ts';
import { recordView, toFullView, toLinkView, toRowView } from './donation.view.ts';

const NOTICES_SHOWN = 200;

type DonationFilter = Pick<DonationsQuery, 'q' | 'status' | 'currency' | 'updatedSince'>;
type OfficeQuery = DonationFilter & { limit: number; offset: number; sort?: string | undefined };

function filterConditions({ q = '', status, currency, updatedSince }: DonationFilter) {
  const id = parseDonationCode(q);
  return {
    ...(status && { status }),
    ...(currency && { currency }),
    ...(updatedSince && { updatedAt: { $gte: new Date(updatedSince) } }),
    ...(q && (id === undefined ? whereMatchingSpellings(q) : { id })),
  };
}

export async function listDonations(
  ctx: Pick<Ctx, 'em' | 'actor' | 'now'>,
  { limit, offset, sort = '-id', ...filter }: OfficeQuery,
) {
  const list = findEntityRows(ctx.em, DonationEntity, filterConditions(filter));
  const page = { orderBy: toOrderBy(donationOrders, sort), limit, offset };
  const { rows, ...counted } = await findPage(list, page, filter.q ? MAX_COUNTED : undefined);
  refuseLongList(ctx, rows.length, 'office');
  return { items: rows.map(toRowView), ...counted };
}

export async function listDonationRecords(
  ctx: Pick<Ctx, 'em' | 'config' | 'actor' | 'now'>,
  query: DonationsQuery,
) {
  const records = { entity: DonationEntity, where: filterConditions(query) };
  const { rows, ...page } = await findRecords(ctx, 'donations', records, query);
  refuseLongList(ctx, rows.length, 'rest');
  return { items: rows.map(recordView), ...page };
}

const donationOrders: Orders = { date: () => 'coalesce(paid_at, created_at)' };

export const findDonationBatch = ({ em }: Pick<Ctx, 'em'>, filter: DonationFilter, range: BatchRange) =>
  findBatch(em, DonationEntity, filterConditions(filter), range);

export async function getDonationDetail({ em }: Pick<Ctx, 'em'>, id: number) {
  const shown = { disableIdentityMap: true } as const;
  const donation = await em.findOne(DonationEntity, id, shown);
  if (!donation) throw notFoundError(donationNotFound);
  const { replaces, txRef } = donation;
  const corrects = replaces ? await em.findOne(DonationEntity, replaces, shown) : null;
  const correctedBy = await em.findOne(DonationEntity, { replaces: id }, shown);
  return {
    ...toFullView(donation),
    corrects: corrects && toLinkView(corrects),
    correctedBy: correctedBy && toLinkView(correctedBy),
    notices: await listNotices({ em }, { txRef }, NOTICES_SHOWN),
    receipts: await listEmailsAbout({ em }, donationReceiptMessage, { donationId: id }),
    counterReceipts: await listEmailsAbout({ em }, donationCancellationMessage, { donationId: id }),
  };
}

/** Lists notices about fees too. */
export async function listOpenNotices({ em }: Pick<Ctx, 'em'>) {
  const open = await readRows(em, { id: int })(
    `select n.id from payment_notices n left join donations d on d.tx_ref = n.tx_ref
     where d.status is distinct from 'successful' and not exists (
       select from online_fees where state = 'received' and upper(tx_ref) = upper(n.tx_ref)
     ) order by n.id desc limit ?`,
    [NOTICES_SHOWN],
  );
  return listNotices({ em }, { id: { $in: listIds(open) } });
}

const monthTotalColumns = {
  /** `yyyy-mm`, in Kampala. */
  month: text,
  currency: z.enum(currencyCodes),
  amount: z.number(),
  count: int,
};

/**
 * Newest month first; without test donations. Reads each month as an index range, which is faster than
 * computing the month of every donation.
 */
export const sumDonations = ({ em }: Pick<Ctx, 'em'>) =>
  readRows(
    em,
    monthTotalColumns,
  )(
    `select to_char(month, 'YYYY-MM') as month, received.*
     from (select min(paid_at) as first, max(paid_at) as last from donations where ${receivedDonationSql}) as paid
     cross join generate_series(${monthSql('first')}, ${monthSql('last')}, interval '1 month') as month
     cross join lateral (
       select currency, sum(amount)::float8 as amount, count(*)::int as count from donations
       where ${receivedDonationSql} and paid_at >= month at time zone '${timeZone}'
         and paid_at < (month + interval '1 month') at time zone '${timeZone}'
       group by currency
     ) as received
     order by month desc, currency`,
  );

const receivedDonationSql = `status = 'successful' and not is_test`;
const monthSql = (instant: string) => `date_trunc('month', ${instant} at time zone '${timeZone}')`;
