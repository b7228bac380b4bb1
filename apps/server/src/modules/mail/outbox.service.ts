import { timeZone } from '@institute/contract/time';
import type { Ctx } from '../../context.ts';
import { noticeActivity } from '../../database/changes.ts';
import { notFound } from '../../errors.ts';
import { transaction } from '../../transaction.ts';
import { recordActivity } from '../activity/activity.service.ts';
import { MailEntity, type MailRow } from './mail.entity.ts';
import type { MailKind, MailKinds } from './mail.service.ts';

/** After this long a process that has taken a mail counts as dead: longer than any try takes. */
const LEASE_MS = 40_000;
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 24 * 60 * 60 * 1000;
/** A server that says no is believed the third time. */
const REFUSALS = 3;
/** About a week. */
const MAX_TRIES = 20;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export type DueMail = Pick<MailRow, 'id' | 'createdAt' | 'kind' | 'recipient' | 'data' | 'tries'>;
type Context = Pick<Ctx, 'em' | 'now'>;

/** Takes what is due the longest, of the most urgent mails; nobody else gets it while this process lives. */
export async function claimMail({ em, now }: Context): Promise<DueMail | undefined> {
  const lease = new Date(now().getTime() + LEASE_MS);
  const [taken] = await em.execute<{ id: number }[]>(
    `update mails set tries = tries + 1, next_try_at = ?, last_error = null where id = (
       select id from mails where state = 'waiting' and next_try_at <= ?
       order by priority, next_try_at, id limit 1 for update skip locked
     ) returning id`,
    [lease, now()],
  );
  return taken && em.findOneOrFail(MailEntity, taken.id, { disableIdentityMap: true });
}

export async function markSent({ em, now }: Context, { id }: DueMail): Promise<void> {
  await em.nativeUpdate(MailEntity, { id }, { state: 'sent', sentAt: now(), lastError: null });
}

/** Comes again after 10, 20, 40 s and so on, or waits for somebody to look at it. */
export async function failMail(ctx: Context, { id, tries }: DueMail, error: unknown): Promise<void> {
  const isOver = tries >= (isRefusal(error) ? REFUSALS : MAX_TRIES);
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
  await transaction(ctx, async (tx) => {
    await tx.em.nativeUpdate(
      MailEntity,
      { id, state: 'waiting' },
      {
        state: isOver ? 'parked' : 'waiting',
        nextTryAt: new Date(tx.now().getTime() + pause),
        lastError: reasonOf(error).slice(0, 500),
      },
    );
    // the office has to look at it
    if (isOver) await noticeActivity(tx);
  });
}

/** Newest first: parked, or failed and to be tried again. */
export const listTroubledMails = ({ em }: Pick<Ctx, 'em'>): Promise<MailRow[]> =>
  em.find(
    MailEntity,
    { $or: [{ state: 'parked' }, { state: 'waiting', lastError: { $ne: null } }] },
    { orderBy: { id: 'desc' }, limit: 200, disableIdentityMap: true },
  );

export interface MailCounts {
  /** Not out yet, whether tried or not. */
  waiting: number;
  /** Of these, those that failed and will be tried again. */
  failing: number;
  /** Nobody tries these again unless asked to. */
  parked: number;
  sentToday: number;
}

/** How the post is doing; the day is Kampala's. */
export async function countMails({ em, now }: Context): Promise<MailCounts> {
  const [counts] = await em.execute<MailCounts[]>(
    `select count(*) filter (where state = 'waiting')::int as waiting,
       count(*) filter (where state = 'waiting' and last_error is not null)::int as failing,
       count(*) filter (where state = 'parked')::int as parked,
       count(*) filter (where state = 'sent' and sent_at >= date_trunc('day', ?::timestamptz, ?))::int as "sentToday"
     from mails`,
    [now(), timeZone],
  );
  return counts as MailCounts;
}

/** The mails of a kind that tell of this, newest first. */
export const listMailsAbout = <K extends MailKind>(
  { em }: Pick<Ctx, 'em'>,
  kind: K,
  data: MailKinds[K],
): Promise<MailRow[]> =>
  em.find(MailEntity, { kind, data }, { orderBy: { id: 'desc' }, limit: 50, disableIdentityMap: true });

/** Sends a mail now that had failed, as if it were new. */
export async function retryMail(ctx: Ctx, id: number): Promise<{ id: number }> {
  if ((await retryMails(ctx, id)) === 0) throw notFound('There is no such mail');
  return { id };
}

/** The same with every one that had failed; answers how many they are. */
export const retryAllMails = (ctx: Ctx): Promise<number> => retryMails(ctx, null);

function retryMails(ctx: Ctx, id: number | null): Promise<number> {
  return transaction(ctx, async (tx) => {
    const tried = { state: { $in: ['waiting', 'parked'] }, lastError: { $ne: null } } as const;
    const failed = { ...(id !== null && { id }), ...tried };
    const again = { state: 'waiting', tries: 0, nextTryAt: tx.now() } as const;
    const count = await tx.em.nativeUpdate(MailEntity, failed, again);
    if (count > 0) {
      await recordActivity(tx, {
        type: 'restore',
        entityType: 'site',
        entityId: null,
        description: count === 1 ? 'Sent a failed mail again' : `Sent ${count} failed mails again`,
      });
    }
    return count;
  });
}

/** What was sent needs not be kept for good: it names people. */
export async function purgeSentMails({ em, now }: Context): Promise<void> {
  const before = new Date(now().getTime() - KEPT_MS);
  await em.nativeDelete(MailEntity, { state: 'sent', sentAt: { $lte: before } });
}

/** A server's own "no" (5xx). That it does not take our password says nothing about the mail. */
function isRefusal(error: unknown): boolean {
  const { responseCode = 0, code = '' } = error as { responseCode?: number; code?: string };
  return responseCode >= 500 && code !== 'EAUTH';
}

function reasonOf(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return message.replaceAll('\0', '').toWellFormed() || name;
}
