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
import { columns, isMessageStuck, nameRecipient } from '../../features/outbox/outbox-columns.tsx';
import { makeCapitalisedChoices } from '../../lists/choice.tsx';
import { type FiltersProps, makeListScreen } from '../../lists/declared-list.tsx';
import { makeChoiceFilter } from '../../lists/filter.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { makeAddressedRoute } from '../../lists/list-route.ts';
import { keepPreviousRowsOption } from '../../lists/list-search.ts';
import { channelNames, nameMessageKind } from '../../ui/outbox-message.tsx';

const REFETCH_MS = 10_000;
const refetchOptions = { refetchInterval: REFETCH_MS };

const OutboxPage = makeListScreen({
  words: { ...makeResourceWords({ one: 'message', many: 'messages' }), heading: 'Messages Out' },
  caption: () => 'Messages, newest first',
  address: outboxAddress,
  columns,
  toQuery: toOutboxQuery,
  useRows: (query) =>
    admin.messagesOut.list.useQuery(query, { ...refetchOptions, ...keepPreviousRowsOption }),
  filters: (list) => <OutboxFilters {...list} />,
  useParts: ({ isNarrowed, showAll }) => {
    const { data: counts } = admin.messagesOut.counts.useQuery(undefined, refetchOptions);
    const { data: month } = admin.messagesOut.smsOfMonth.useQuery(undefined, refetchOptions);
    const sendAgainMutation = admin.messagesOut.sendAgain.useMutation();
    const sendAllAgainMutation = admin.messagesOut.sendAllAgain.useMutation();
    const isPending = sendAgainMutation.isPending || sendAllAgainMutation.isPending;
    const runChange = useChange();
    const failedText = 'The message could not be sent again';
    return {
      // While the counts load, the empty text makes the screen say that it counts.
      count: counts ? formatOutboxCounts(counts) : '',
      sums: month ? formatSmsOfMonth(month) : null,
      tools: counts && counts.failing + counts.parked > 0 && (
        <Button
          onClick={() =>
            runChange(() => sendAllAgainMutation.mutateAsync(), {
              done: 'All of them are on their way again',
              failed: failedText,
            })
          }
          pending={isPending}
        >
          <RotateCcw aria-hidden />
          Send All Again
        </Button>
      ),
      actions: (message) =>
        isMessageStuck(message) && (
          <Button
            variant="outline"
            size="sm"
            disabled={isPending}
            onClick={() =>
              runChange(() => sendAgainMutation.mutateAsync({ id: message.id }), {
                done: 'The message is on its way again',
                failed: failedText,
              })
            }
            aria-label={`Send Again ${nameMessageKind(message)} to ${nameRecipient(message)}`}
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
          choices: messageChannels.map((one) => [one, channelNames[one]] as const),
          value: search.channel,
          onChange: (channel) => onChange({ channel }),
        }),
        makeChoiceFilter({
          label: 'Status',
          choices: makeCapitalisedChoices(messageStates),
          value: search.state,
          onChange: (state) => onChange({ state }),
        }),
      ]}
    />
  );
}

const formatOutboxCounts = ({
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
