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

export const channelWords: Record<MessageChannel, string> = { email: 'Email', sms: 'SMS' };
export const nameKind = ({ kind }: Pick<OutboxMessage, 'kind'>): string =>
  kind === 'office-sms' ? 'SMS of the office' : capitalise(kind.replaceAll('-', ' '));

const WRITTEN_TO_FILE = 'Written to a file';

/** Words for a message that was sent. Without a mail server or gateway it only became a file. */
export function useSentWords(channel: MessageChannel): (sent: string, filed?: string) => string {
  const { data } = admin.account.get.useQuery();
  return (sent, filed = WRITTEN_TO_FILE) => (data?.filedChannels.includes(channel) ? filed : sent);
}

type MessageCounts = Record<MessageChannel, number>;

/** "1 email" and "2 SMS", without a channel that has none. */
export const listMessageCounts = ({ email, sms }: MessageCounts): string[] => [
  ...(email > 0 ? [countItems(email, 'email')] : []),
  ...(sms > 0 ? [`${formatNumber(sms)} SMS`] : []),
];

/** Before a change: what it sends. */
export const describeSending = (counts: MessageCounts): string =>
  `This sends ${listMessageCounts(counts).join(' and ') || 'no message'}.`;

export const NOBODY_TOLD = 'Written to files: nobody is told.';
const filedWords: Record<MessageChannel, string> = {
  email: 'No mail server: emails are written to files.',
  sms: 'No SMS gateway: SMS are written to files.',
};

/** Says which of some messages become files. Undefined when all of them are sent. */
export function useDescribeFiled(): (counts: MessageCounts) => string | undefined {
  const { data } = admin.account.get.useQuery();
  return (counts) => {
    const used = messageChannels.filter((channel) => counts[channel] > 0);
    const filed = used.filter((channel) => data?.filedChannels.includes(channel));
    const [first] = filed;
    return first && (filed.length === used.length ? NOBODY_TOLD : filedWords[first]);
  };
}

export const useFiledWords = (counts: MessageCounts) => useDescribeFiled()(counts);
export const useFiledSmsWords = (sms: number) => useFiledWords({ email: 0, sms });

/** A sentence that promises to tell people, as far as their messages do not become files. */
export const joinFiledWords = (told: string, filed: string | undefined): string =>
  filed === NOBODY_TOLD ? filed : [told, filed].filter(Boolean).join(' ');

type ChannelFacts = { filedChannels: readonly MessageChannel[]; sendsSms: boolean };

/** Completes "The person is told" with the channels that reach the person, and names those that become files. */
export function describeChannels(told: string, { filedChannels, sendsSms }: ChannelFacts): string {
  const used = messageChannels.filter((channel) => channel === 'email' || sendsSms);
  const filed = used.filter((channel) => filedChannels.includes(channel));
  const reaching = used.filter((channel) => !filed.includes(channel));
  if (reaching.length === 0) return NOBODY_TOLD;
  const by = reaching.map((channel) => (channel === 'sms' ? 'SMS' : 'email')).join(' or ');
  return [`${told} by ${by}.`, ...filed.map((channel) => filedWords[channel])].join(' ');
}

const unknownYet: ChannelFacts = { filedChannels: [], sendsSms: true };

export function useDescribeNotification(): (told: string) => string {
  const { data = unknownYet } = admin.account.get.useQuery();
  return (told) => describeChannels(told, data);
}

const tones: Record<MessageState, BadgeTone> = {
  waiting: 'sun',
  held: 'neutral',
  sent: 'green',
  delivered: 'green',
  failed: 'clay',
  parked: 'clay',
};

type Sending = Pick<
  OutboxMessage,
  'state' | 'isFile' | 'sentAt' | 'deliveredAt' | 'nextTryAt' | 'waitsFor' | 'error'
>;

/** "Delivered", with the time and, when it could not be sent or waits, the reason. */
export function MessageSending({ message, className }: { message: Sending; className?: string }) {
  const { state, isFile } = message;
  const reason = message.error ?? message.waitsFor;
  const at = describeTime(message);
  return (
    <span className={className}>
      <Badge tone={isFile ? 'neutral' : tones[state]}>{isFile ? WRITTEN_TO_FILE : capitalise(state)}</Badge>
      {at && (
        <span className="text-sm text-muted">
          {state === 'waiting' && 'Next try '}
          {formatDateTime(at)}
        </span>
      )}
      {reason && <span className="text-sm max-md:wrap-anywhere">{reason}</span>}
    </span>
  );
}

function describeTime({ state, sentAt, deliveredAt, nextTryAt, waitsFor, error }: Sending): string | null {
  if (state === 'delivered') return deliveredAt;
  if (state === 'sent') return sentAt;
  return state === 'waiting' && (error ?? waitsFor) ? nextTryAt : null;
}
