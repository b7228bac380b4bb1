import { formatNumber } from '@institute/contract/money';
import { type SubscriberState, subscriberStates } from '@institute/contract/newsletter.constants';
import { capitalise } from '@institute/contract/text';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import { EmailAddress } from '@institute/ui/email-address.tsx';
import { toast } from '@institute/ui/toast.ts';
import { createFileRoute } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { makeResourceWords } from '../../../api/resource-words.ts';
import { useSite } from '../../../api/site.ts';
import { NewsletterClosedState } from '../../../features/newsletter/closed-state.tsx';
import { makeDateColumn } from '../../../lists/cells.tsx';
import { makeCapitalisedChoices } from '../../../lists/choice.tsx';
import type { Column } from '../../../lists/column.ts';
import { declareSearchedList, makeListScreen } from '../../../lists/declared-list.tsx';
import { ExportButton } from '../../../lists/export-button.tsx';
import { declareListRoute } from '../../../lists/list-route.ts';
import { keepPreviousRowsOption } from '../../../lists/list-search.ts';
import { EmptyListNote } from '../../../lists/nothing.tsx';
import { RowButton } from '../../../lists/row-button.tsx';
import { useDeletion } from '../../../ui/use-deletion.ts';

type Subscriber = AdminAnswers['newsletter']['subscribers']['list']['items'][number];

const subscriberStateTones: Record<SubscriberState, BadgeTone> = {
  pending: 'sun',
  confirmed: 'green',
  unsubscribed: 'neutral',
};

const subscriberWords = makeResourceWords({
  one: 'subscriber',
  many: 'subscribers',
  source: 'Visitors subscribe at the foot of every page.',
});

/** Without the hint where subscribers come from, because nobody can subscribe. */
const closedNewsletterWords = { ...subscriberWords, source: undefined };

const columns: Column<Subscriber>[] = [
  {
    heading: 'Email',
    sort: 'email',
    phone: 'title',
    cell: ({ email }) =>
      email ? <EmailAddress className="font-semibold">{email}</EmailAddress> : 'Address not kept',
    isText: true,
  },
  {
    heading: 'Status',
    phone: 'fact',
    sort: 'state',
    cell: ({ state }) => <Badge tone={subscriberStateTones[state]}>{capitalise(state)}</Badge>,
  },
  makeDateColumn('createdAt', 'Subscribed', 'fact'),
  makeDateColumn('confirmedAt', 'Confirmed'),
  makeDateColumn('unsubscribedAt', 'Unsubscribed'),
];

const SubscribersPage = makeListScreen({
  words: subscriberWords,
  icon: Megaphone,
  ...declareSearchedList({
    columns,
    filter: { label: 'Status', all: 'All statuses', choices: makeCapitalisedChoices(subscriberStates) },
  }),
  counted: admin.newsletter.subscribers,
  useRows: (query) => admin.newsletter.subscribers.list.useQuery(query, keepPreviousRowsOption),
  useParts: ({ filterQuery, isNarrowed, showAll }) => {
    const { isOpen } = useSite().newsletter;
    const { askToDelete, question } = useDeletion();
    const { mutateAsync: remove } = admin.newsletter.subscribers.remove.useMutation();
    /** Deletion is final, because email addresses do not go to the trash. */
    const askToEraseSubscriber = (subscriber: Subscriber) =>
      askToDelete({
        title: subscriberWords.deleteQuestion,
        description: `“${nameSubscriber(subscriber)}” is erased for good. It may subscribe again.`,
        remove: () => remove({ id: subscriber.id }),
        onDeleted: () => toast.success(subscriberWords.deleted),
        failed: subscriberWords.deleteFailed,
      });
    return {
      offers: (
        <>
          <NewsletterClosedState />
          <SubscriberCounts />
        </>
      ),
      tools: <ExportButton api={admin.newsletter.subscribers.exportTicket} input={filterQuery} />,
      actions: (row) => (
        <RowButton does="Delete" name={nameSubscriber(row)} onClick={() => askToEraseSubscriber(row)} />
      ),
      empty: isOpen ? undefined : (
        <EmptyListNote
          words={closedNewsletterWords}
          icon={Megaphone}
          isNarrowed={isNarrowed}
          onClear={showAll}
        />
      ),
      dialogs: question,
    };
  },
});

export const Route = createFileRoute('/admin/newsletter/')({
  ...declareListRoute('Newsletter subscribers', ({ newsletter }) => newsletter.subscribers.list),
  component: SubscribersPage,
});

const nameSubscriber = ({ email }: Subscriber) => email ?? 'Address not kept';

function SubscriberCounts() {
  const { data: counts } = admin.newsletter.subscribers.counts.useQuery();
  return (
    <dl className="mb-6 grid grid-cols-3 gap-2 sm:gap-3">
      {subscriberStates.map((state) => (
        <div
          key={state}
          className="flex items-baseline justify-between gap-x-3 rounded-control border border-line bg-card px-4 py-3 max-sm:flex-col max-sm:px-2.5 max-sm:py-2"
        >
          <dt className="text-muted max-sm:text-sm">{capitalise(state)}</dt>
          <dd className="text-lg font-semibold tabular-nums">{counts ? formatNumber(counts[state]) : '…'}</dd>
        </div>
      ))}
    </dl>
  );
}
