import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageChannel } from '@institute/contract/outbox.constants';
import type { Work } from '../../background/background.ts';
import type { Ctx } from '../../context.ts';
import {
  claimMessage,
  type DueMessage,
  failMessage,
  markSent,
  nextMessageDue,
  type Receipt,
} from './sending.service.ts';

/** When a message takes longer than this, the next one starts beside it. Less than the loop's pause of 1 s. */
const SLOW_AFTER_MS = 900;
export const MAX_UNDER_WAY = 25;
/** All these tries must end before the message's lease. */
const STORE_TRIES = 8;
const STORE_RETRY_MS = 2000;

export interface Channel<Context> {
  name: MessageChannel;
  /** Null when the message must wait, is dropped or will never be sent, and its row says so. */
  send(ctx: Context, message: DueMessage): Promise<Receipt | null>;
  close?(): Promise<void>;
}

/** Sends one message after another; only slow ones overlap. A crash therefore sends at most one twice. */
export function outboxWork<Context extends Pick<Ctx, 'em' | 'log' | 'now'>>(
  context: () => Context,
  channel: Channel<Context>,
): Work<DueMessage & { claimedAt: number }> {
  const { log } = context();
  return {
    name: channel.name,
    nextDue: () => ({ sql: nextMessageDue(channel.name) }),
    claim: async (underWay) => {
      // One that has failed before is not waited for again
      const isSlow = ({ claimedAt, tries }: { claimedAt: number; tries: number }) =>
        tries > 1 || performance.now() - claimedAt >= SLOW_AFTER_MS;
      if (underWay.length >= MAX_UNDER_WAY || !underWay.every(isSlow)) return [];
      const message = await claimMessage(
        context(),
        channel.name,
        underWay.flatMap(({ recipient }) => recipient ?? []),
      );
      return message ? [{ ...message, claimedAt: performance.now() }] : [];
    },
    run: async (message) => {
      let receipt: Receipt | null;
      try {
        receipt = await channel.send(context(), message);
      } catch (error) {
        const { id, kind, tries } = message;
        log.warn({ err: error, messageId: id, channel: channel.name, kind, tries }, 'a message was not sent');
        return failMessage(context(), message, error);
      }
      if (receipt) await storeSent(context(), message, receipt);
    },
    close: async () => channel.close?.(),
  };
}

/** The message is out, so a short database failure must not send it twice. */
async function storeSent(ctx: Pick<Ctx, 'em' | 'now'>, message: DueMessage, receipt: Receipt): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await markSent(ctx, message, receipt);
    } catch (error) {
      if (tries === STORE_TRIES) throw error;
      await sleep(STORE_RETRY_MS, undefined, { ref: false });
    }
  }
}

/** Leaves out the recipient and the server's answer, which repeats addresses. */
export const messageSpan = ({ channel, kind, tries }: DueMessage) => ({
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
