import type { MessageChannel, MessageState } from '@institute/contract/outbox.constants';
import { capitalise } from '@institute/contract/text';
import { formatDateTime } from '@institute/contract/time';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import { type AdminAnswers, admin } from '../api/admin.ts';

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

/**
 * Says that this many SMS are written to files, at an installation without a gateway. Undefined when all of them are
 * sent.
 */
export function useFiledSmsWords(count: number): string | undefined {
  const { data } = admin.account.get.useQuery();
  if (count === 0 || !data?.filedChannels.includes('sms')) return undefined;
  return count === 1
    ? 'No SMS gateway: this one is written to a file.'
    : 'No SMS gateway: these are written to files.';
}

type ChannelFacts = { filedChannels: readonly MessageChannel[]; sendsSms: boolean };

/**
 * Completes "The person is told" with the channels that reach the person, and names messages that are only written to
 * files.
 */
export function describeChannels(told: string, { filedChannels, sendsSms }: ChannelFacts): string {
  const noEmail = filedChannels.includes('email');
  const noSms = filedChannels.includes('sms');
  if (!sendsSms) {
    return noEmail ? 'No mail server: emails are written to files and reach nobody.' : `${told} by email.`;
  }
  if (noEmail && noSms) {
    return 'No mail server and no SMS gateway: messages are written to files and reach nobody.';
  }
  if (noSms) return `${told} by email. No SMS gateway: SMS are written to files.`;
  if (noEmail) return `${told} by SMS. No mail server: emails are written to files.`;
  return `${told} by email or SMS.`;
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
