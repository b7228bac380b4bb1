import { type SubscriberState, subscriberStates } from '@institute/contract/messages.constants';
import { capitalise } from '@institute/contract/text';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import { EmailAddress } from '@institute/ui/email-address.tsx';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import type { ListDeclaration } from '../../content/resource-list.tsx';
import { resourceWords } from '../../content/resource-words.ts';
import { DateCell } from '../../lists/cells.tsx';
import { emailColumn } from '../../lists/column.ts';

export type Subscriber = AdminAnswers['newsletter']['subscribers']['list']['items'][number];

const tones: Record<SubscriberState, BadgeTone> = {
  pending: 'sun',
  confirmed: 'green',
  unsubscribed: 'neutral',
};
const whenever = (value: string | null) => (value ? <DateCell value={value} /> : '–');

export const subscriberWords = resourceWords({ one: 'subscriber', many: 'subscribers' });

export const subscriberList: ListDeclaration<Subscriber, SubscriberState> = {
  words: subscriberWords,
  api: admin.newsletter.subscribers,
  filter: {
    label: 'State',
    choices: [
      { label: 'All states', value: 'all' },
      ...subscriberStates.map((state) => ({ label: capitalise(state), value: state, category: state })),
    ],
  },
  columns: [
    {
      heading: 'Email',
      sort: 'email',
      plain: true,
      cell: ({ email }) =>
        email ? <EmailAddress className="font-semibold">{email}</EmailAddress> : 'Address not kept',
      className: emailColumn,
    },
    {
      heading: 'State',
      sort: 'state',
      cell: ({ state }) => <Badge tone={tones[state]}>{capitalise(state)}</Badge>,
    },
    { heading: 'Subscribed', sort: 'createdAt', cell: ({ createdAt }) => <DateCell value={createdAt} /> },
    { heading: 'Confirmed', sort: 'confirmedAt', cell: ({ confirmedAt }) => whenever(confirmedAt) },
    {
      heading: 'Unsubscribed',
      sort: 'unsubscribedAt',
      cell: ({ unsubscribedAt }) => whenever(unsubscribedAt),
    },
  ],
};
