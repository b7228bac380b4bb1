import type { Ctx } from '../../context.ts';
import { noticeActivity } from '../../database/changes.ts';
import { notFound } from '../../errors.ts';
import { MailEntity, type MailRow } from './mail.entity.ts';

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

/** Takes the mail that is due the longest; nobody else gets it while this process lives. */
export async function claimMail({ em, now }: Context): Promise<DueMail | undefined> {
  const lease = new Date(now().getTime() + LEASE_MS);
  const [taken] = await em.execute<{ id: number }[]>(
    `update mails set tries = tries + 1, next_try_at = ?, last_error = null where id = (
       select id from mails where state = 'waiting' and next_try_at <= ?
       order by next_try_at, id limit 1 for update skip locked
     ) returning id`,
    [lease, now()],
  );
  return taken && em.findOneOrFail(MailEntity, taken.id, { disableIdentityMap: true });
}

export async function markSent({ em, now }: Context, { id }: DueMail): Promise<void> {
  await em.nativeUpdate(MailEntity, { id }, { state: 'sent', sentAt: now(), lastError: null });
}

/** Comes again after 10, 20, 40 s and so on, or waits for somebody to look at it. */
export async function failMail({ em, now }: Context, { id, tries }: DueMail, error: unknown): Promise<void> {
  const isOver = tries >= (isRefusal(error) ? REFUSALS : MAX_TRIES);
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
  await em.nativeUpdate(
    MailEntity,
    { id, state: 'waiting' },
    {
      state: isOver ? 'parked' : 'waiting',
      nextTryAt: new Date(now().getTime() + pause),
      lastError: reasonOf(error).slice(0, 500),
    },
  );
  // the office has to look at it
  if (isOver) await noticeActivity(em);
}

/** Newest first: parked, or failed and to be tried again. */
export const listTroubledMails = ({ em }: Pick<Ctx, 'em'>): Promise<MailRow[]> =>
  em.find(
    MailEntity,
    { $or: [{ state: 'parked' }, { state: 'waiting', lastError: { $ne: null } }] },
    { orderBy: { id: 'desc' }, limit: 200, disableIdentityMap: true },
  );

/** Sends a mail now that had failed, as if it were new. */
export async function retryMail({ em, now }: Context, id: number): Promise<{ id: number }> {
  const failed = { id, state: { $ne: 'sent' }, lastError: { $ne: null } } as const;
  const again = { state: 'waiting', tries: 0, nextTryAt: now() } as const;
  if ((await em.nativeUpdate(MailEntity, failed, again)) === 0) throw notFound('There is no such mail');
  return { id };
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
