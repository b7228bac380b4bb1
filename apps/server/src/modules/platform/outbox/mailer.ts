import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageChannel } from '@institute/contract/outbox.constants';
import type { BackgroundWork } from '../../../background/background.ts';
import type { RetryRules } from '../../../background/due-rows.ts';
import type { Ctx } from '../../../context.ts';
import {
  claimMessages,
  type DueMessage,
  failMessage,
  findClaimedMessage,
  MAX_START_DELAY_MS,
  type MessageClaim,
  type MessageReceipt,
  markMessageSent,
  nextMessageDueSql,
  postponeMessage,
} from './sending.service.ts';

/** Shorter than the pause of 1 s in the work loop. */
const SLOW_AFTER_MS = 900;
export const MAX_MESSAGES_UNDER_WAY = 25;
/** Limit of messages that a process claims at once while each of them is sent quickly. */
const MAX_CLAIMED_MESSAGES = 10;
const QUICK_SEND_MS = 100;
/** Number of tries to store a sent message. They must all end before the message's lease. */
const STORE_TRIES = 8;
const STORE_RETRY_MS = 2000;

export interface OutboxChannel {
  name: MessageChannel;
  /** Returns null when the message must wait, is dropped or will never be sent. Its row then says which. */
  send(ctx: Ctx, message: DueMessage): Promise<MessageReceipt | null>;
  close?(): Promise<void>;
}

export interface SendingSpeed {
  /** When a message takes longer than this, the next one starts in parallel. */
  slowAfterMs?: number;
}

interface ClaimedMessage extends MessageClaim {
  claimedAt: number;
  beganAt?: number;
}

/**
 * Sends messages one after another, and stores each before the next one starts. Only slow messages overlap, so a
 * crash sends at most one message twice.
 */
export function makeOutboxWork(
  context: () => Ctx,
  channel: OutboxChannel,
  retries: RetryRules,
  { slowAfterMs = SLOW_AFTER_MS }: SendingSpeed = {},
): BackgroundWork<ClaimedMessage> {
  const { log } = context();
  const busyRecipients = new Set<string>();
  let messagesPerClaim = 1;
  let previousSend: Promise<unknown> = Promise.resolve();
  // The next message does not wait for one that failed before
  const isSlow = ({ beganAt, tries }: ClaimedMessage) =>
    beganAt !== undefined && (tries > 1 || performance.now() - beganAt >= slowAfterMs);

  async function sendMessage(message: DueMessage): Promise<void> {
    let messageReceipt: MessageReceipt | null;
    try {
      messageReceipt = await channel.send(context(), message);
    } catch (error) {
      const { id, kind, tries } = message;
      log.warn({ err: error, messageId: id, channel: channel.name, kind, tries }, 'a message was not sent');
      return failMessage(context(), retries, message, error);
    }
    if (messageReceipt) await storeSentMessage(context(), message, messageReceipt);
  }

  async function sendClaimedMessage(turn: ClaimedMessage): Promise<void> {
    turn.beganAt = performance.now();
    const claimedMessage = await findClaimedMessage(context(), turn);
    if (!claimedMessage) return;
    const messageRecipient = claimedMessage.recipient ?? '';
    if (busyRecipients.has(messageRecipient) || turn.beganAt - turn.claimedAt > MAX_START_DELAY_MS)
      return postponeMessage(context(), turn, turn.dueAt);
    if (messageRecipient) busyRecipients.add(messageRecipient);
    await sendMessage(claimedMessage).finally(() => busyRecipients.delete(messageRecipient));
    messagesPerClaim =
      performance.now() - turn.beganAt < QUICK_SEND_MS
        ? Math.min(2 * messagesPerClaim, MAX_CLAIMED_MESSAGES)
        : 1;
  }

  return {
    name: channel.name,
    nextDue: () => ({ sql: nextMessageDueSql(channel.name) }),
    isReady: (underWay) => underWay.length < MAX_MESSAGES_UNDER_WAY && underWay.every(isSlow),
    claim: async (underWay) => {
      const claimLimit = Math.min(messagesPerClaim, MAX_MESSAGES_UNDER_WAY - underWay.length);
      const messageClaims = await claimMessages(context(), channel.name, {
        busy: [...busyRecipients],
        limit: claimLimit,
      });
      return messageClaims.map((claim) => ({ ...claim, claimedAt: performance.now() }));
    },
    run: (turn) => {
      const currentSend = previousSend.then(() => sendClaimedMessage(turn));
      previousSend = previousSend.then(() =>
        turn.tries > 1
          ? undefined
          : Promise.race([currentSend.catch(() => {}), sleep(slowAfterMs, undefined, { ref: false })]),
      );
      return currentSend;
    },
    close: async () => channel.close?.(),
  };
}

/** The message is out, so a short database failure must not send it twice. */
async function storeSentMessage(
  ctx: Pick<Ctx, 'em' | 'now'>,
  message: DueMessage,
  receipt: MessageReceipt,
): Promise<void> {
  for (let storeTries = 1; ; storeTries += 1) {
    try {
      return await markMessageSent(ctx, message, receipt);
    } catch (error) {
      if (storeTries === STORE_TRIES) throw error;
      await sleep(STORE_RETRY_MS, undefined, { ref: false });
    }
  }
}

/** The span leaves out the recipient and the server's answer, which may contain addresses. */
export const makeMessageSpan = ({ channel, kind, tries }: DueMessage) => ({
  name: `send ${kind}`,
  kind: 'client' as const,
  attributes: {
    'messaging.operation.type': 'send',
    'messaging.operation.name': 'send',
    'messaging.destination.name': channel,
    'institute.message.kind': kind,
    'institute.attempt': tries,
  },
});
