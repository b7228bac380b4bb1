import { formatNumber } from '@institute/contract/money';
import {
  type MessageChannel,
  type MessageState,
  messageChannels,
} from '@institute/contract/outbox.constants';
import { capitalise } from '@institute/contract/text';
import { formatDateTime } from '@institute/contract/time';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import { type AdminAnswers, admin } from '../api/admin.ts';
import { countItems } from './count-items.ts';

export type OutboxMessage = AdminAnswers['messagesOut']['list']['items'][number];

export const channelNames: Record<MessageChannel, string> = { email: 'Email', sms: 'SMS' };
export const nameMessageKind = ({ kind }: Pick<OutboxMessage, 'kind'>): string =>
  kind === 'office-sms' ? 'SMS of the office' : capitalise(kind.replaceAll('-', ' '));

const WRITTEN_TO_FILE = 'Written to a file';

/**
 * Describes a message that was sent. Without a mail server or SMS gateway the message was only written to a
 * file.
 */
export function useDescribeSentMessage(channel: MessageChannel): (sent: string, filed?: string) => string {
  const { data } = admin.account.get.useQuery();
  return (sent, filed = WRITTEN_TO_FILE) => (data?.filedChannels.includes(channel) ? filed : sent);
}

type MessageCounts = Record<MessageChannel, number>;

/** "1 email" and "2 SMS", without a channel that has none. */
export const listMessageCounts = ({ email, sms }: MessageCounts): string[] => [
  ...(email > 0 ? [countItems(email, 'email')] : []),
  ...(sms > 0 ? [`${formatNumber(sms)} SMS`] : []),
];

/** Describes which messages a change will send. */
export const describeMessageCounts = (counts: MessageCounts): string =>
  `This sends ${listMessageCounts(counts).join(' and ') || 'no message'}.`;

export const NOBODY_NOTIFIED_TEXT = 'Written to files: nobody is told.';
const writtenToFileNotices: Record<MessageChannel, string> = {
  email: 'No mail server: emails are written to files.',
  sms: 'No SMS gateway: SMS are written to files.',
};

/** Says which of some messages become files. Undefined when all of them are sent. */
export function useDescribeFileNotice(): (counts: MessageCounts) => string | undefined {
  const { data } = admin.account.get.useQuery();
  return (counts) => {
    const usedChannels = messageChannels.filter((channel) => counts[channel] > 0);
    const writtenChannels = usedChannels.filter((channel) => data?.filedChannels.includes(channel));
    const [first] = writtenChannels;
    return (
      first &&
      (writtenChannels.length === usedChannels.length ? NOBODY_NOTIFIED_TEXT : writtenToFileNotices[first])
    );
  };
}

export const useWrittenToFileNotice = (counts: MessageCounts) => useDescribeFileNotice()(counts);
export const useSmsWrittenToFileNotice = (sms: number) => useWrittenToFileNotice({ email: 0, sms });

/** Joins the promise that people are told with the notice about messages that become files. */
export const joinWrittenToFileNotice = (told: string, filed: string | undefined): string =>
  filed === NOBODY_NOTIFIED_TEXT ? filed : [told, filed].filter(Boolean).join(' ');

type MessageChannelFacts = { filedChannels: readonly MessageChannel[]; sendsSms: boolean };

/** Completes "The person is told" with the channels that reach the person, and names those that become files. */
export function describeChannels(told: string, { filedChannels, sendsSms }: MessageChannelFacts): string {
  const usedMessageChannels = messageChannels.filter((channel) => channel === 'email' || sendsSms);
  const filedMessageChannels = usedMessageChannels.filter((channel) => filedChannels.includes(channel));
  const sendingChannels = usedMessageChannels.filter((channel) => !filedMessageChannels.includes(channel));
  if (sendingChannels.length === 0) return NOBODY_NOTIFIED_TEXT;
  const channelsText = sendingChannels.map((channel) => (channel === 'sms' ? 'SMS' : 'email')).join(' or ');
  return [
    `${told} by ${channelsText}.`,
    ...filedMessageChannels.map((channel) => writtenToFileNotices[channel]),
  ].join(' ');
}

const unknownChannelFacts: MessageChannelFacts = { filedChannels: [], sendsSms: true };

export function useDescribeNotification(): (told: string) => string {
  const { data = unknownChannelFacts } = admin.account.get.useQuery();
  return (told) => describeChannels(told, data);
}

const messageStateTones: Record<MessageState, BadgeTone> = {
  waiting: 'sun',
  held: 'neutral',
  sent: 'green',
  delivered: 'green',
  failed: 'clay',
  parked: 'clay',
};

type SendingState = Pick<
  OutboxMessage,
  'state' | 'isFile' | 'sentAt' | 'deliveredAt' | 'nextTryAt' | 'waitsFor' | 'error'
>;

/**
 * Shows the state of a message, such as "Delivered", with the time. For a message that waits or failed it
 * also shows the reason.
 */
export function MessageSendingState({ message, className }: { message: SendingState; className?: string }) {
  const { state, isFile } = message;
  const waitingReason = message.error ?? message.waitsFor;
  const timeText = describeSendingTime(message);
  return (
    <span className={className}>
      <Badge tone={isFile ? 'neutral' : messageStateTones[state]}>
        {isFile ? WRITTEN_TO_FILE : capitalise(state)}
      </Badge>
      {timeText && (
        <span className="text-sm text-muted">
          {state === 'waiting' && 'Next try '}
          {formatDateTime(timeText)}
        </span>
      )}
      {waitingReason && <span className="text-sm max-md:wrap-anywhere">{waitingReason}</span>}
    </span>
  );
}

function describeSendingTime({
  state,
  sentAt,
  deliveredAt,
  nextTryAt,
  waitsFor,
  error,
}: SendingState): string | null {
  if (state === 'delivered') return deliveredAt;
  if (state === 'sent') return sentAt;
  return state === 'waiting' && (error ?? waitsFor) ? nextTryAt : null;
}
