import type { DonationMethod } from '@institute/contract/donations.constants';
import { capitalise } from '@institute/contract/text';
import type { AdminAnswers } from '../../api/admin.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

export type Donation = AdminAnswers['donations']['list']['items'][number];

export const methodNames: Record<DonationMethod, string> = {
  online: 'Online',
  'bank-transfer': 'Bank transfer',
  'mobile-money': 'Mobile money',
  paypal: 'PayPal',
  cash: 'Cash',
  cheque: 'Cheque',
};

const tones: Record<Donation['status'], BadgeTone> = {
  pending: 'sun',
  successful: 'green',
  failed: 'clay',
  cancelled: 'neutral',
};

export function DonationState({ status, isTest }: Pick<Donation, 'status' | 'isTest'>) {
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={tones[status]}>{capitalise(status)}</Badge>
      {isTest && <Badge>Test mode</Badge>}
    </span>
  );
}
