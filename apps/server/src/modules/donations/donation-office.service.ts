import type { Currency } from '@institute/contract/constants';
import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Ctx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { recordActivity } from '../activity/activity.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { DonationEntity, type DonationRow } from './donation.entity.ts';
import { markPaid } from './donation.service.ts';

export interface DonationQuery {
  limit: number;
  offset: number;
  status?: DonationRow['status'] | undefined;
  currency?: Currency | undefined;
}

/** Newest first. */
export async function listDonations(
  { em }: Pick<Ctx, 'em'>,
  { limit, offset, status, currency }: DonationQuery,
): Promise<{ items: DonationRow[]; total: number }> {
  const where = { ...(status && { status }), ...(currency && { currency }) };
  const order = { orderBy: { id: 'desc' }, limit, offset, disableIdentityMap: true } as const;
  const [items, total] = await em.findAndCount(DonationEntity, where, order);
  return { items, total };
}

export interface MonthTotal {
  /** `yyyy-mm`, in Kampala. */
  month: string;
  currency: Currency;
  amount: number;
  count: number;
}

/** What was really received, newest month first. */
export const donationTotals = ({ em }: Pick<Ctx, 'em'>): Promise<MonthTotal[]> =>
  em.execute<MonthTotal[]>(
    `select to_char(paid_at at time zone 'Africa/Kampala', 'YYYY-MM') as month, currency,
       sum(amount)::float8 as amount, count(*)::int as count
     from donations where status = 'successful' and not is_test
     group by 1, 2 order by 1 desc, 2`,
  );

/** A transfer that the office has seen on its account; the provider knows nothing of it. */
export function markReceived(ctx: Ctx, id: number): Promise<DonationRow> {
  return ctx.em.transactional(async (em) => {
    const donation = await locked(em, id);
    if (donation.status === 'successful') throw new AppError('CONFLICT', 'This donation is paid already');
    await markPaid(ctx, em, donation);
    return donation;
  });
}

export function resendReceipt(ctx: Ctx, id: number): Promise<{ id: number }> {
  return ctx.em.transactional(async (em) => {
    const { status, email, receiptNumber } = await locked(em, id);
    if (status !== 'successful') throw new AppError('CONFLICT', 'This donation is not paid');
    const receipt = { kind: 'donation-receipt', data: { donationId: id } } as const;
    await queueMail(em, { ...receipt, recipient: email, now: ctx.now() });
    await recordActivity(ctx, em, {
      type: 'update',
      entityType: 'donation',
      entityId: id,
      description: `Sent receipt ${receiptNumber} again`,
    });
    return { id };
  });
}

async function locked(em: EntityManager, id: number): Promise<DonationRow> {
  const donation = await em.findOne(DonationEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!donation) throw notFound('Donation not found');
  return donation;
}
