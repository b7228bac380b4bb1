import { capitalise } from '@institute/contract/text';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import type { AdminAnswers } from '../../api/admin.ts';

export type Donation = AdminAnswers['donations']['list']['items'][number];

const donationStatusTones: Record<Donation['status'], BadgeTone> = {
  pending: 'sun',
  successful: 'green',
  failed: 'clay',
  cancelled: 'neutral',
};

export const DonationState = ({
  status,
  isTest,
  needsReview,
}: Pick<Donation, 'status' | 'isTest' | 'needsReview'>) => (
  <span className="flex gap-1 max-md:flex-wrap">
    <Badge tone={donationStatusTones[status]}>{capitalise(status)}</Badge>
    {needsReview && <Badge tone="clay">To review</Badge>}
    {isTest && <Badge>Test mode</Badge>}
  </span>
);
