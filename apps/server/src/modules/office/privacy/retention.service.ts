import type { SiteSettings } from '@institute/contract';
import { countItems } from '@institute/contract/count-items';
import type { Ctx, TxCtx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { int, listIds, readRows } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { recordActivity } from '../../platform/activity/activity.service.ts';
import { removeMessages } from '../../platform/outbox/outbox.service.ts';
import { findExpiredParkedIds } from '../../platform/outbox/outbox-erasure.service.ts';
import { purgeSmsNumbers } from '../../platform/outbox/sms/sms-number.service.ts';
import { purgePaymentNotices } from '../../platform/payments/payment-notice.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { erasePrivateAnswers } from '../../school/applicant-documents/document-erasure.service.ts';
import { removeOldPayers } from '../../school/fees/accounts/fee-payer.service.ts';
import { skipDeliveries } from '../../school/newsletter/delivery.service.ts';
import { purgeUnconfirmed } from '../../school/newsletter/newsletter.service.ts';
import {
  eraseMedicalAnswers,
  findIdsRejectedBefore,
} from '../../school/registrations/registration-privacy.service.ts';
import { eraseMessages, eraseRegistrations } from './erasure.service.ts';

const ERASURES_PER_BATCH = 200;

interface RetentionRule {
  setting: keyof SiteSettings['retention'];
  entityType: 'registration' | 'contact';
  told: (count: number) => string;
  erase(tx: TxCtx, before: Date): Promise<number>;
}

/** Whole registrations are erased first, so that no later rule erases parts of them again. */
const retentionRules: readonly RetentionRule[] = [
  {
    setting: 'personMonths',
    entityType: 'registration',
    told: (count) => `${count} old registrations`,
    erase: async (tx, before) =>
      eraseRegistrations(tx, await findIdsBefore(tx, 'registrations', before, ERASURES_PER_BATCH)),
  },
  {
    setting: 'personMonths',
    entityType: 'registration',
    told: (count) => `the payers of ${countItems(count, 'unassigned payment')}`,
    erase: (tx, before) => removeOldPayers(tx, before, ERASURES_PER_BATCH),
  },
  {
    setting: 'rejectedMonths',
    entityType: 'registration',
    told: (count) => countItems(count, 'rejected registration'),
    erase: async (tx, before) =>
      eraseRegistrations(tx, await findIdsRejectedBefore(tx, before, ERASURES_PER_BATCH)),
  },
  {
    setting: 'medicalMonths',
    entityType: 'registration',
    told: (count) => `the health answers of ${countItems(count, 'registration')}`,
    erase: (tx, before) => eraseMedicalAnswers(tx, before, ERASURES_PER_BATCH),
  },
  {
    setting: 'medicalMonths',
    entityType: 'registration',
    told: (count) => countItems(count, 'private answer'),
    erase: (tx, before) => erasePrivateAnswers(tx, before, ERASURES_PER_BATCH),
  },
  {
    setting: 'messageMonths',
    entityType: 'contact',
    told: (count) => countItems(count, 'old contact message'),
    erase: async (tx, before) =>
      eraseMessages(tx, await findIdsBefore(tx, 'messages', before, ERASURES_PER_BATCH)),
  },
  {
    setting: 'messageMonths',
    entityType: 'contact',
    told: (count) => `${countItems(count, 'number')} that had written SMS`,
    erase: (tx, cutoff) => purgeSmsNumbers(tx, cutoff, ERASURES_PER_BATCH),
  },
];

export async function eraseExpiredData(ctx: Ctx): Promise<void> {
  const { retention } = (await getSite(ctx)).view;
  for (const retentionRule of retentionRules) {
    const retentionMonths = retention[retentionRule.setting];
    if (retentionMonths === 0) continue;
    const retentionCutoff = subtractMonths(ctx.now(), retentionMonths);
    while (
      (await eraseBatch(ctx, retentionRule, { months: retentionMonths, before: retentionCutoff })) ===
      ERASURES_PER_BATCH
    );
  }
  await purgePaymentNotices(ctx);
  await purgeUnconfirmed(ctx);
  await runInTransaction(ctx, eraseParkedEmails);
}

async function eraseParkedEmails(tx: TxCtx): Promise<void> {
  const expiredParkedIds = await findExpiredParkedIds(tx);
  await skipDeliveries(tx, expiredParkedIds);
  await removeMessages(tx, expiredParkedIds, { evenUnderWay: true });
}

async function findIdsBefore(
  { em }: TxCtx,
  table: 'registrations' | 'messages',
  before: Date,
  limit: number,
) {
  const expiredIdRows = await readRows(em, { id: int })(
    `select id from ${table} where created_at < ? order by id limit ?`,
    [before, limit],
  );
  return listIds(expiredIdRows);
}

const eraseBatch = (ctx: Ctx, rule: RetentionRule, { months, before }: { months: number; before: Date }) =>
  withContentChange(ctx, async (tx) => {
    const erasedCount = await rule.erase(tx, before);
    if (erasedCount > 0) {
      const description = `Erased ${rule.told(erasedCount)} after ${countItems(months, 'month')}, as set under Site`;
      await recordActivity(tx, { type: 'purge', entityType: rule.entityType, entityId: null, description });
    }
    return erasedCount;
  });

/** Keeps the time of day. Takes the month's last day when the month is too short. */
export function subtractMonths(now: Date, months: number): Date {
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth() - months;
  const lastDayOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const earlierDate = new Date(now);
  earlierDate.setUTCFullYear(year, month, Math.min(now.getUTCDate(), lastDayOfMonth));
  return earlierDate;
}
