import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageChannel } from '@institute/contract/outbox.constants';
import type { Work } from '../../../background/background.ts';
import type { Retries } from '../../../background/due-rows.ts';
import type { Ctx } from '../../../context.ts';
import {
  BEGIN_WITHIN_MS,
  type Claim,
  claimMessages,
  type DueMessage,
  failMessage,
  findClaimed,
  markSent,
  nextMessageDueSql,
  postponeMessage,
  type Receipt,
} from './sending.service.ts';

/** Less than the loop's pause of 1 s. */
const SLOW_AFTER_MS = 900;
export const MAX_UNDER_WAY = 25;
/** Most messages that a process claims at once, while it sends each of them quickly. */
const MAX_CLAIMED = 10;
const QUICK_SEND_MS = 100;
/** All these tries must end before the message's lease. */
const STORE_TRIES = 8;
const STORE_RETRY_MS = 2000;

export interface Channel {
  name: MessageChannel;
  /** Null when the message must wait, is dropped or will never be sent, and its row says so. */
  send(ctx: Ctx, message: DueMessage): Promise<Receipt | null>;
  close?(): Promise<void>;
}

export interface SendingSpeed {
  /** When a message takes longer than this, the next one starts in parallel. */
  slowAfterMs?: number;
}

interface Turn extends Claim {
  claimedAt: number;
  beganAt?: number;
}

/**
 * Sends one message after another and stores each before the next; only slow ones overlap. A crash therefore
 * sends at most one twice.
 */
export function makeOutboxWork(
  context: () => Ctx,
  channel: Channel,
  retries: Retries,
  { slowAfterMs = SLOW_AFTER_MS }: SendingSpeed = {},
): Work<Turn> {
  const { log } = context();
  const busy = new Set<string>();
  let limit = 1;
  let previous: Promise<unknown> = Promise.resolve();
  // One that has failed before is not waited for again
  const isSlow = ({ beganAt, tries }: Turn) =>
    beganAt !== undefined && (tries > 1 || performance.now() - beganAt >= slowAfterMs);

  async function sendMessage(message: DueMessage): Promise<void> {
    let receipt: Receipt | null;
    try {
      receipt = await channel.send(context(), message);
    } catch (error) {
      const { id, kind, tries } = message;
      log.warn({ err: error, messageId: id, channel: channel.name, kind, tries }, 'a message was not sent');
      return failMessage(context(), retries, message, error);
    }
    if (receipt) await storeSent(context(), message, receipt);
  }

  async function takeTurn(turn: Turn): Promise<void> {
    turn.beganAt = performance.now();
    const message = await findClaimed(context(), turn);
    if (!message) return;
    const recipient = message.recipient ?? '';
    if (busy.has(recipient) || turn.beganAt - turn.claimedAt > BEGIN_WITHIN_MS)
      return postponeMessage(context(), turn, turn.dueAt);
    if (recipient) busy.add(recipient);
    await sendMessage(message).finally(() => busy.delete(recipient));
    limit = performance.now() - turn.beganAt < QUICK_SEND_MS ? Math.min(2 * limit, MAX_CLAIMED) : 1;
  }

  return {
    name: channel.name,
    nextDue: () => ({ sql: nextMessageDueSql(channel.name) }),
    isReady: (underWay) => underWay.length < MAX_UNDER_WAY && underWay.every(isSlow),
    claim: async (underWay) => {
      const most = Math.min(limit, MAX_UNDER_WAY - underWay.length);
      const claims = await claimMessages(context(), channel.name, { busy: [...busy], limit: most });
      return claims.map((claim) => ({ ...claim, claimedAt: performance.now() }));
    },
    run: (turn) => {
      const sending = previous.then(() => takeTurn(turn));
      previous = previous.then(() =>
        turn.tries > 1
          ? undefined
          : Promise.race([sending.catch(() => {}), sleep(slowAfterMs, undefined, { ref: false })]),
      );
      return sending;
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
