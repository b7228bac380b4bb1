import { EmailAddress } from '@institute/ui/email-address.tsx';
import { DateCell, NameCell } from '../../lists/cells.tsx';
import type { Column } from '../../lists/column.ts';
import {
  channelNames,
  MessageSendingState,
  nameMessageKind,
  type OutboxMessage,
} from '../../ui/outbox-message.tsx';

export const nameRecipient = ({ recipient }: OutboxMessage): string => recipient ?? 'the office';

/** True for a message that can be sent again. */
export const isMessageStuck = ({ state, error }: OutboxMessage): boolean =>
  state === 'parked' || state === 'failed' || (state === 'waiting' && error !== null);

export const columns: Column<OutboxMessage>[] = [
  { heading: 'Message', phone: 'title', cell: (message) => <NameCell>{nameMessageKind(message)}</NameCell> },
  {
    heading: 'Recipient',
    phone: 'text',
    cell: (message) => <EmailAddress>{nameRecipient(message)}</EmailAddress>,
    isText: true,
  },
  { heading: 'Channel', phone: 'fact', cell: ({ channel }) => channelNames[channel] },
  {
    heading: 'Status',
    phone: 'fact',
    cell: (message) => (
      <MessageSendingState
        message={message}
        className="md:*:not-first:ml-2 max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-2 max-md:gap-y-1"
      />
    ),
    isText: true,
  },
  { heading: 'Segments', cell: ({ segments }) => segments ?? '–' },
  { heading: 'Cost', cell: ({ cost }) => cost ?? '–' },
  { heading: 'Written', cell: ({ createdAt }) => <DateCell value={createdAt} /> },
];
