import { feeMethodNames } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { addDays, formatDate } from '@institute/contract/time';
import * as z from 'zod';
import { readInstituteName } from '../../../messaging/email/email.ts';
import { declareMessageKind } from '../../../messaging/message-kind.ts';

export const weeklyReportMessage = declareMessageKind({
  kind: 'weekly-report',
  to: 'accounts',
  limit: 'none',
  written: [],
  /** `until` is the Monday after the reported week. No fact names an applicant. */
  data: z.object({
    from: z.string(),
    until: z.string(),
    facts: z.array(z.tuple([z.string(), z.string()])),
  }),
  sample: {
    from: '2027-02-01',
    until: '2027-02-08',
    facts: [
      ['Registrations', '14'],
      ['Takings', formatLocalMoney(4_250_000)],
      ['Cash', formatLocalMoney(1_250_000)],
      [feeMethodNames.mtn, formatLocalMoney(3_000_000)],
      ['grace@example.org', `2 × discount, ${formatLocalMoney(150_000)}; 1 × exported people`],
    ],
  },
  email: ({ from, until, facts }, { site, publicUrl }) => {
    const weekText = `${formatDate(from)} to ${formatDate(addDays(until, -1))}`;
    return {
      subject: `The week at ${readInstituteName(site)}: ${weekText}`,
      heading: `The week from ${weekText}`,
      paragraphs: [
        'Registrations and takings, then what each person did that an owner should know of: discounts, what was taken back, given back or printed again, certificates, exports.',
      ],
      facts,
      action: {
        label: 'Look at it in Control',
        url: `${publicUrl}/admin/fees/control?from=${from}&to=${addDays(until, -1)}`,
      },
      ending: 'Owners get this email on Mondays. It is switched off under Site, Messages.',
    };
  },
});
