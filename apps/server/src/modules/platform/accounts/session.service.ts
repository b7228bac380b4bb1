import { randomUUID } from 'node:crypto';
import type { Session, SignupInput } from '@institute/contract';
import { type AccountActor, isKeyActor } from '../../../context/actor.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { findForUpdate } from '../../../database/row-lock.ts';
import { AppError } from '../../../errors.ts';
import { type ContextInTransaction, runInTransaction } from '../../../transaction.ts';
import { endAccountLinks } from './access-link.service.ts';
import { type AccountRow, RefreshTokenEntity, SessionEntity, SignInRuleEntity } from './account.entity.ts';
import {
  type Account,
  createAccount,
  forgetDevices,
  recordAccountActivity,
  recordSignIn,
  refuseDifferentPasswords,
  SIGNUP_FAILED,
  toUserView,
  wrongCredentialsError,
} from './account.service.ts';
import { isSetUpCode, readSetUpCode } from './codes.ts';
import type { DeviceOwner } from './known-device.ts';
import {
  type Bearer,
  deriveRefreshToken,
  hashToken,
  issueBearer,
  makeRefreshToken,
  notSignedInError,
  readBearer,
} from './tokens.ts';

/** The time counts from the sign-in. Renewals do not extend it. */
const SESSION_MS = 30 * 24 * 60 * 60 * 1000;
/** A session ends this long after its last renewal. A page that is open renews it every 15 minutes. */
export const SESSION_IDLE_MS = 7 * 24 * 60 * 60 * 1000;
/**
 * A spent token is accepted for this time, because two tabs may renew at the same moment, and answers may get lost.
 */
const SPENT_TOKEN_GRACE_MS = 60_000;

type SessionCtx = Pick<Ctx, 'config' | 'em' | 'now' | 'origin'>;

export interface NewSession {
  session: Session;
  refreshToken: string;
  endsAt: Date;
  device: DeviceOwner;
}

export function startSession(ctx: SessionCtx, account: AccountRow, type: 'login' | 'signup') {
  return runInTransaction(ctx, async (tx) => {
    const id = randomUUID();
    const refreshToken = makeRefreshToken();
    const createdAt = tx.now();
    const expiresAt = new Date(createdAt.getTime() + SESSION_MS);
    if (!(await recordSignIn(tx, account))) throw wrongCredentialsError();
    const sessionTimes = { createdAt, expiresAt, confirmedAt: createdAt };
    await tx.em.insert(SessionEntity, { id, account: account.id, ...sessionTimes, ...tx.origin });
    await tx.em.insert(RefreshTokenEntity, { hash: hashToken(refreshToken), session: id, createdAt });
    const sessionActor = toSessionActor({ id, account, confirmedAt: createdAt });
    await recordSessionActivity(tx, type, sessionActor);
    return issueSession(tx, sessionActor, {
      refreshToken,
      endsAt: computeCookieEnd(createdAt, expiresAt),
      device: account,
    });
  });
}

export async function signUp(ctx: Ctx, { email, password, confirmPassword, setupCode }: SignupInput) {
  const isSignupOpen = ctx.config.adminSignup === 'open';
  if (!isSignupOpen) await checkSetUpCode(ctx, setupCode);
  refuseDifferentPasswords({ password, confirmPassword }, SIGNUP_FAILED);
  return runInTransaction(ctx, async (tx) => {
    const account = await createAccount(tx, { email, password });
    // Two callers used the set-up code at the same time, and the other one was first
    if (!isSignupOpen && !account.isOwner) throw invitationOnlyError();
    return startSession(tx, account, 'signup');
  });
}

async function checkSetUpCode(ctx: Ctx, given = ''): Promise<void> {
  const rightSetUpCode = await readSetUpCode(ctx);
  if (rightSetUpCode && isSetUpCode(given, rightSetUpCode)) return;
  if (rightSetUpCode)
    throw signupClosedError('setupCode', 'This is not the set-up code that the start of the site prints');
  if (ctx.config.adminSignup === 'invite') throw invitationOnlyError();
  throw signupClosedError('', 'Accounts are made by the institute; ask for one');
}

const invitationOnlyError = () => signupClosedError('', 'An account is made by invitation; ask for one');
const signupClosedError = (path: string, message: string) =>
  new AppError('SIGNUP_CLOSED', SIGNUP_FAILED, { details: [{ path, message }] });

/** Reads the database each time, so an ended session ends everywhere at once. */
export async function authenticateBearer(ctx: Ctx, token: string): Promise<AccountActor> {
  const verifiedBearer = await readBearer(ctx, token);
  return { ...(await findSessionActor(ctx, verifiedBearer)), bearerEndsAt: verifiedBearer.endsAt };
}

export async function findSessionActor(
  ctx: Pick<Ctx, 'em' | 'now'>,
  { accountId, sessionId }: Bearer,
): Promise<AccountActor> {
  const session = await findLiveSession(ctx, sessionId, { disableIdentityMap: true });
  if (session?.account.id !== accountId) throw notSignedInError();
  const owesSecondFactorSetUp = !session.account.secondFactorAt && (await isSecondFactorDemanded(ctx));
  return { ...toSessionActor(session), owesSetUp: owesSecondFactorSetUp };
}

export async function listLiveSessionIds({ em, now }: Pick<Ctx, 'em' | 'now'>, ids: string[]) {
  const liveSessionFilter = { id: { $in: ids }, ...whereSessionAlive(now()) };
  const sessions = await em.find(SessionEntity, liveSessionFilter, {
    fields: ['id'],
    disableIdentityMap: true,
  });
  return new Set(sessions.map(({ id }) => id));
}

/**
 * A spent token gives the same successor until that one is used. After that it must be a copy, so the session
 * ends. Returns null when the session has ended.
 */
export function renewSession(ctx: Ctx, token: string): Promise<NewSession | null> {
  return runInTransaction(ctx, async (tx) => {
    const hash = hashToken(token);
    const presentedToken = await findForUpdate(tx, RefreshTokenEntity, { hash });
    const session = presentedToken && (await findLiveSession(tx, presentedToken.session.id));
    if (!presentedToken || !session) return null;

    const now = tx.now();
    const refreshToken = deriveRefreshToken(tx.config, token);
    if (now.getTime() - presentedToken.createdAt.getTime() >= SESSION_IDLE_MS) {
      session.endedAt = now;
      return null;
    }
    if (!presentedToken.spentAt) {
      presentedToken.spentAt = now;
      tx.em.create(RefreshTokenEntity, { hash: hashToken(refreshToken), session, createdAt: now });
    } else if (
      now.getTime() - presentedToken.spentAt.getTime() > SPENT_TOKEN_GRACE_MS ||
      (await isTokenSpent(tx, refreshToken))
    ) {
      session.endedAt = now;
      tx.log.warn({ sessionId: session.id }, 'a spent refresh token came back: its session has ended');
      return null;
    }
    return issueSession(tx, toSessionActor(session), {
      refreshToken,
      endsAt: computeCookieEnd(now, session.expiresAt),
      device: session.account,
    });
  });
}

const computeCookieEnd = (now: Date, expiresAt: Date) =>
  new Date(Math.min(expiresAt.getTime(), now.getTime() + SESSION_IDLE_MS));

const isTokenSpent = async ({ em }: Pick<Ctx, 'em'>, token: string) =>
  (await em.count(RefreshTokenEntity, { hash: hashToken(token), spentAt: { $ne: null } })) > 0;

export function signOut(ctx: Ctx, token: string | undefined): Promise<void> {
  const bearerSession = isKeyActor(ctx.actor) ? undefined : ctx.actor?.sessionId;
  return runInTransaction(ctx, async (tx) => {
    const refreshToken = token && (await tx.em.findOne(RefreshTokenEntity, { hash: hashToken(token) }));
    for (const id of new Set([bearerSession, refreshToken ? refreshToken.session.id : undefined])) {
      const session = id && (await findLiveSession(tx, id));
      if (!session) continue;
      session.endedAt = tx.now();
      await recordSessionActivity(tx, 'logout', toSessionActor(session));
    }
  });
}

/** Also forgets the account's devices, and ends its links to sign in. Returns the new key for the device of the session that stays. */
export async function endSessions({ em, now }: Pick<TxCtx, 'em' | 'now'>, account: number, except?: string) {
  // Accounts are locked before sessions, because all other transactions lock in this order
  const newDeviceKey = await forgetDevices({ em }, account);
  const endedSessionCount = await em.nativeUpdate(
    SessionEntity,
    { account, endedAt: null, ...(except !== undefined && { id: { $ne: except } }) },
    { endedAt: now() },
  );
  await endAccountLinks({ em }, account);
  return { ended: endedSessionCount, device: { id: account, deviceKey: newDeviceKey } };
}

const whereSessionAlive = (now: Date) => ({
  endedAt: null,
  expiresAt: { $gt: now },
  account: { deactivatedAt: null },
});

function findLiveSession(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  id: string,
  options: { disableIdentityMap?: boolean } = {},
) {
  return em.findOne(
    SessionEntity,
    { id, ...whereSessionAlive(now()) },
    { ...options, populate: ['account'] },
  );
}

async function issueSession(
  ctx: SessionCtx,
  actor: AccountActor,
  next: Omit<NewSession, 'session'>,
): Promise<NewSession> {
  const bearerToken = await issueBearer(ctx, { accountId: actor.id, sessionId: actor.sessionId });
  return { session: { user: toUserView(actor), token: bearerToken }, ...next };
}

export async function recordConfirmation({ em, now }: Pick<Ctx, 'em' | 'now'>, id: string): Promise<void> {
  await em.nativeUpdate(SessionEntity, { id }, { confirmedAt: now() });
}

interface ActorSession {
  id: string;
  account: Account;
  confirmedAt?: Date | null | undefined;
}
const toSessionActor = ({ id, account, confirmedAt }: ActorSession): AccountActor => ({
  id: account.id,
  email: account.email,
  isOwner: account.isOwner,
  rights: account.rights,
  sessionId: id,
  confirmedAt: confirmedAt ?? null,
});

const sessionDescriptions = { login: 'Signed in', logout: 'Signed out', signup: 'Made an account' } as const;

const recordSessionActivity = (
  tx: ContextInTransaction<SessionCtx>,
  type: keyof typeof sessionDescriptions,
  actor: AccountActor,
) => recordAccountActivity({ ...tx, actor }, type, actor.id, sessionDescriptions[type]);

const KEPT_AFTER_END_MS = 30 * 24 * 60 * 60 * 1000;

export async function purgeEndedSessions({ em, now }: Pick<Ctx, 'em' | 'now'>): Promise<void> {
  const endedCutoff = new Date(now().getTime() - KEPT_AFTER_END_MS);
  await em.nativeDelete(SessionEntity, {
    $or: [{ expiresAt: { $lte: now() } }, { endedAt: { $lte: endedCutoff } }],
  });
}

export async function isSecondFactorDemanded({ em }: Pick<Ctx, 'em'>): Promise<boolean> {
  return (await em.count(SignInRuleEntity, { demandsSecondFactor: true })) > 0;
}
