import { formatNumber } from '@institute/contract/money';
import { messageChannels, messageStates } from '@institute/contract/outbox.constants';
import { Button } from '@institute/ui/button.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { MailCheck, RotateCcw } from 'lucide-react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { makeResourceWords } from '../../api/resource-words.ts';
import { useChange } from '../../api/use-change.ts';
import { type OutboxSearch, outboxAddress, toOutboxQuery } from '../../features/outbox/outbox-address.ts';
import { columns, isStuck, nameRecipient } from '../../features/outbox/outbox-columns.tsx';
import { capitaliseAll } from '../../lists/choice.tsx';
import { type FiltersProps, listScreen } from '../../lists/declared-list.tsx';
import { makeChoiceFilter } from '../../lists/filter.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { makeAddressedRoute } from '../../lists/list-route.ts';
import { previousRowsOption } from '../../lists/list-search.ts';
import { channelWords, nameKind } from '../../ui/outbox-message.tsx';

const REFETCH_MS = 10_000;
const refetchOften = { refetchInterval: REFETCH_MS };

const OutboxPage = listScreen({
  words: { ...makeResourceWords({ one: 'message', many: 'messages' }), heading: 'Messages Out' },
  caption: () => 'Messages, newest first',
  address: outboxAddress,
  columns,
  toQuery: toOutboxQuery,
  useRows: (query) => admin.messagesOut.list.useQuery(query, { ...refetchOften, ...previousRowsOption }),
  filters: (list) => <OutboxFilters {...list} />,
  useParts: ({ isNarrowed, showAll }) => {
    const { data: counts } = admin.messagesOut.counts.useQuery(undefined, refetchOften);
    const { data: month } = admin.messagesOut.smsOfMonth.useQuery(undefined, refetchOften);
    const sendAgain = admin.messagesOut.sendAgain.useMutation();
    const sendAllAgain = admin.messagesOut.sendAllAgain.useMutation();
    const isPending = sendAgain.isPending || sendAllAgain.isPending;
    const change = useChange();
    const failed = 'The message could not be sent again';
    return {
      // Before the counts are known, the screen says that it counts.
      count: counts ? formatCounts(counts) : '',
      sums: month ? formatSmsOfMonth(month) : null,
      tools: counts && counts.failing + counts.parked > 0 && (
        <Button
          onClick={() =>
            change(() => sendAllAgain.mutateAsync(), { done: 'All of them are on their way again', failed })
          }
          pending={isPending}
        >
          <RotateCcw aria-hidden />
          Send All Again
        </Button>
      ),
      actions: (message) =>
        isStuck(message) && (
          <Button
            variant="outline"
            size="sm"
            disabled={isPending}
            onClick={() =>
              change(() => sendAgain.mutateAsync({ id: message.id }), {
                done: 'The message is on its way again',
                failed,
              })
            }
            aria-label={`Send Again ${nameKind(message)} to ${nameRecipient(message)}`}
          >
            Send Again
          </Button>
        ),
      empty: (
        <EmptyState
          icon={MailCheck}
          title={isNarrowed ? 'No messages found matching your criteria.' : 'No message was sent yet.'}
          action={
            isNarrowed && (
              <Button variant="outline" onClick={showAll}>
                Show all messages
              </Button>
            )
          }
        />
      ),
    };
  },
});

export const Route = createFileRoute('/admin/mail')({
  ...makeAddressedRoute('Messages Out', outboxAddress, ({ messagesOut }) => messagesOut.list),
  component: OutboxPage,
});

function OutboxFilters({ search, onChange }: FiltersProps<OutboxSearch>) {
  return (
    <FilterBar
      filters={[
        makeChoiceFilter({
          label: 'Channel',
          all: 'All channels',
          choices: messageChannels.map((one) => [one, channelWords[one]] as const),
          value: search.channel,
          onChange: (channel) => onChange({ channel }),
        }),
        makeChoiceFilter({
          label: 'Status',
          choices: capitaliseAll(messageStates),
          value: search.state,
          onChange: (state) => onChange({ state }),
        }),
      ]}
    />
  );
}

const formatCounts = ({
  waiting,
  parked,
  sentToday,
  filedToday,
}: AdminAnswers['messagesOut']['counts']): string =>
  [
    `Sent today: ${formatNumber(sentToday)}${filedToday > 0 ? ` (${formatNumber(filedToday)} to files)` : ''}`,
    `Waiting: ${formatNumber(waiting)}`,
    `Parked: ${formatNumber(parked)}`,
  ].join(' · ');

/** "SMS this month: 12 · Segments: 15 · Cost: UGX 525". */
const formatSmsOfMonth = ({ messages, segments, costs }: AdminAnswers['messagesOut']['smsOfMonth']): string =>
  [
    `SMS this month: ${formatNumber(messages)}`,
    `Segments: ${formatNumber(segments)}`,
    ...(costs.length > 0
      ? [`Cost: ${costs.map(({ currency, amount }) => `${currency} ${formatNumber(amount)}`).join(' + ')}`]
      : []),
  ].join(' · ');
