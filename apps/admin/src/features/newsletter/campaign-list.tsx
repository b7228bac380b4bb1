import { formatNumber } from '@institute/contract/money';
import { type CampaignState, campaignStates } from '@institute/contract/newsletter.constants';
import { capitalise } from '@institute/contract/text';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import type { AdminAnswers } from '../../api/admin.ts';
import { makeResourceWords } from '../../api/resource-words.ts';
import { makeDateColumn, makeNameColumn } from '../../lists/cells.tsx';
import { makeCapitalisedChoices } from '../../lists/choice.tsx';
import type { Column } from '../../lists/column.ts';
import type { ListFilter } from '../../lists/list-search.ts';

export type Campaign = AdminAnswers['newsletter']['campaigns']['list']['items'][number];

const campaignStateTones: Record<CampaignState, BadgeTone> = {
  draft: 'neutral',
  sending: 'sky',
  stopped: 'clay',
  sent: 'green',
};

export function CampaignBadge({ state }: { state: CampaignState }) {
  return <Badge tone={campaignStateTones[state]}>{capitalise(state)}</Badge>;
}

/** Does not count those who unsubscribed before it was sent. */
export const countRecipients = ({ counts: { sent, queued, failed, left } }: Pick<Campaign, 'counts'>) =>
  sent + queued + failed + left;

export const formatSentCount = (campaign: Pick<Campaign, 'counts'>) =>
  `${formatNumber(campaign.counts.sent)} of ${formatNumber(countRecipients(campaign))}`;

export const campaignWords = makeResourceWords({ one: 'newsletter', many: 'newsletters' });

export const campaignColumns: Column<Campaign>[] = [
  makeNameColumn('subject', 'Subject'),
  { heading: 'Status', phone: 'fact', sort: 'state', cell: ({ state }) => <CampaignBadge state={state} /> },
  {
    heading: 'Sent',
    sort: 'sent',
    sortedBy: 'number',
    cell: (row) => (row.state === 'draft' ? '–' : formatSentCount(row)),
  },
  makeDateColumn('createdAt', 'Written', 'fact'),
  makeDateColumn('startedAt', 'Started'),
];

export const campaignFilter: ListFilter<CampaignState> = {
  label: 'Status',
  all: 'All statuses',
  choices: makeCapitalisedChoices(campaignStates),
};
