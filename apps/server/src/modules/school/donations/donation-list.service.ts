import type { DonationsQuery } from '@institute/contract';
import { donationNotFound, parseDonationCode } from '@institute/contract/donations.constants';
import { currencyCodes } from '@institute/contract/money';
import { timeZone } from '@institute/contract/time';
import * as z from 'zod';
import { refuseLongPeopleList } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import {
  type BatchRange,
  findBatchOfRows,
  findPage,
  MAX_COUNTED_ROWS,
  makeEntityRowSource,
  type SortOrders,
  toOrderByClauses,
} from '../../../database/page.ts';
import { notFoundError } from '../../../errors.ts';
import { int, listIds, readRows, text } from '../../../sql.ts';
import { findRecords } from '../../platform/content/list-pages.ts';
import { whereMatchingSpellings } from '../../platform/content/search.ts';
import { listEmailsAbout } from '../../platform/outbox/outbox-list.service.ts';
import { listPaymentNotices } from '../../platform/payments/payment-notice.service.ts';
import { DonationEntity } from './donation.entity.ts';
import { donationCancellationMessage, donationReceiptMessage } from './donation.messages.ts';
import { recordView, toDonationLinkView, toDonationRowView, toFullDonationView } from './donation.view.ts';

const NOTICES_SHOWN = 200;

type DonationFilter = Pick<DonationsQuery, 'q' | 'status' | 'currency' | 'updatedSince'>;
type DonationListQuery = DonationFilter & { limit: number; offset: number; sort?: string | undefined };

function makeDonationFilter({ q = '', status, currency, updatedSince }: DonationFilter) {
  const searchedDonationId = parseDonationCode(q);
  return {
    ...(status && { status }),
    ...(currency && { currency }),
    ...(updatedSince && { updatedAt: { $gte: new Date(updatedSince) } }),
    ...(q && (searchedDonationId === undefined ? whereMatchingSpellings(q) : { id: searchedDonationId })),
  };
}

export async function listDonations(
  ctx: Pick<Ctx, 'em' | 'actor' | 'now'>,
  { limit, offset, sort = '-id', ...filter }: DonationListQuery,
) {
  const list = makeEntityRowSource(ctx.em, DonationEntity, makeDonationFilter(filter));
  const page = { orderBy: toOrderByClauses(donationOrders, sort), limit, offset };
  const { rows, ...counted } = await findPage(list, page, filter.q ? MAX_COUNTED_ROWS : undefined);
  refuseLongPeopleList(ctx, rows.length, 'office');
  return { items: rows.map(toDonationRowView), ...counted };
}

export async function listDonationRecords(
  ctx: Pick<Ctx, 'em' | 'config' | 'actor' | 'now'>,
  query: DonationsQuery,
) {
  const donationRecordsQuery = { entity: DonationEntity, where: makeDonationFilter(query) };
  const { rows, ...page } = await findRecords(ctx, 'donations', donationRecordsQuery, query);
  refuseLongPeopleList(ctx, rows.length, 'rest');
  return { items: rows.map(recordView), ...page };
}

const donationOrders: SortOrders = { date: () => 'coalesce(paid_at, created_at)' };

export const findDonationBatch = ({ em }: Pick<Ctx, 'em'>, filter: DonationFilter, range: BatchRange) =>
  findBatchOfRows(em, DonationEntity, makeDonationFilter(filter), range);

export async function getDonationDetail({ em }: Pick<Ctx, 'em'>, id: number) {
  const findOptions = { disableIdentityMap: true } as const;
  const donation = await em.findOne(DonationEntity, id, findOptions);
  if (!donation) throw notFoundError(donationNotFound);
  const { replaces, txRef } = donation;
  const correctedDonation = replaces ? await em.findOne(DonationEntity, replaces, findOptions) : null;
  const correctingDonation = await em.findOne(DonationEntity, { replaces: id }, findOptions);
  return {
    ...toFullDonationView(donation),
    corrects: correctedDonation && toDonationLinkView(correctedDonation),
    correctedBy: correctingDonation && toDonationLinkView(correctingDonation),
    notices: await listPaymentNotices({ em }, { txRef }, NOTICES_SHOWN),
    receipts: await listEmailsAbout({ em }, donationReceiptMessage, { donationId: id }),
    counterReceipts: await listEmailsAbout({ em }, donationCancellationMessage, { donationId: id }),
  };
}

/** Lists payment notices without a received payment, also about fees. */
export async function listOpenNotices({ em }: Pick<Ctx, 'em'>) {
  const openNotices = await readRows(em, { id: int })(
    `select n.id from payment_notices n left join donations d on d.tx_ref = n.tx_ref
     where d.status is distinct from 'successful' and not exists (
       select from online_fees where state = 'received' and upper(tx_ref) = upper(n.tx_ref)
     ) order by n.id desc limit ?`,
    [NOTICES_SHOWN],
  );
  return listPaymentNotices({ em }, { id: { $in: listIds(openNotices) } });
}

const donationMonthColumns = {
  /** Month in Kampala, `yyyy-mm`. */
  month: text,
  currency: z.enum(currencyCodes),
  amount: z.number(),
  count: int,
};

/**
 * Sums donations by month, newest first, without test donations. Each month is read as an index range, which is
 * faster than computing the month of every donation.
 */
export const sumDonationsByMonth = ({ em }: Pick<Ctx, 'em'>) =>
  readRows(
    em,
    donationMonthColumns,
  )(
    `select to_char(month, 'YYYY-MM') as month, received.*
     from (select min(paid_at) as first, max(paid_at) as last from donations where ${receivedDonationSql}) as paid
     cross join generate_series(${truncateToMonthSql('first')}, ${truncateToMonthSql('last')}, interval '1 month') as month
     cross join lateral (
       select currency, sum(amount)::float8 as amount, count(*)::int as count from donations
       where ${receivedDonationSql} and paid_at >= month at time zone '${timeZone}'
         and paid_at < (month + interval '1 month') at time zone '${timeZone}'
       group by currency
     ) as received
     order by month desc, currency`,
  );

const receivedDonationSql = `status = 'successful' and not is_test`;
const truncateToMonthSql = (instant: string) => `date_trunc('month', ${instant} at time zone '${timeZone}')`;
