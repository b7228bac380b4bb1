import type { MessageState } from '@institute/contract/messages-out.constants';
import { capitalise } from '@institute/contract/text';
import { formatDateTime } from '@institute/contract/time';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import { EmailAddress } from '@institute/ui/email-address.tsx';
import type { AdminAnswers } from '../../api/admin.ts';
import { DateCell, NameCell } from '../../lists/cells.tsx';
import { type Column, emailColumn } from '../../lists/column.ts';
import { channelWords, stateWords } from './messages-out-query.ts';

type MessageOut = AdminAnswers['messagesOut']['list']['items'][number];

export const recipientOf = ({ recipient }: MessageOut): string => recipient ?? 'the office';
export const kindOf = ({ kind }: MessageOut): string => capitalise(kind.replaceAll('-', ' '));

/** Only such a message can be sent again. */
export const isStuck = ({ state, error }: MessageOut): boolean =>
  state === 'parked' || state === 'failed' || (state === 'waiting' && error !== null);

const tones: Record<MessageState, BadgeTone> = {
  waiting: 'sun',
  held: 'neutral',
  sent: 'green',
  delivered: 'green',
  failed: 'clay',
  parked: 'clay',
};

/** "Delivered 23 Nov 2026, 10:15", with the reason below when it could not be sent. */
function MessageStateCell({
  message: { state, isFile, sentAt, deliveredAt, nextTryAt, error },
}: {
  message: Pick<MessageOut, 'state' | 'isFile' | 'sentAt' | 'deliveredAt' | 'nextTryAt' | 'error'>;
}) {
  const at = { sent: sentAt, delivered: deliveredAt, waiting: error && nextTryAt }[state as string];
  return (
    <span className="flex flex-col items-start gap-1 max-md:items-end">
      <Badge tone={tones[state]}>
        {stateWords[state]}
        {state === 'sent' && isFile && ' to a file'}
      </Badge>
      {at && (
        <span className="text-sm text-muted">
          {state === 'waiting' && 'Next try '}
          {formatDateTime(at)}
        </span>
      )}
      {error && <span className="text-sm wrap-anywhere md:max-w-56">{error}</span>}
    </span>
  );
}

export const columns: Column<MessageOut>[] = [
  { heading: 'Message', plain: true, cell: (message) => <NameCell>{kindOf(message)}</NameCell> },
  {
    heading: 'Recipient',
    cell: (message) => <EmailAddress>{recipientOf(message)}</EmailAddress>,
    className: emailColumn,
  },
  { heading: 'Channel', cell: ({ channel }) => channelWords[channel] },
  { heading: 'State', cell: (message) => <MessageStateCell message={message} /> },
  { heading: 'Segments', cell: ({ segments }) => segments ?? '–' },
  { heading: 'Cost', cell: ({ cost }) => cost ?? '–', className: 'md:whitespace-nowrap' },
  { heading: 'Written', cell: ({ createdAt }) => <DateCell value={createdAt} /> },
];
