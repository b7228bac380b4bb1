import type { Session } from './api.ts';
import { combineSignals, type Fetch, readBody, withTimeout } from './transport.ts';

type User = Session['user'];

const storageKeys = { user: 'user', token: 'token' } as const;

export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** For programs without `localStorage`. The session ends with the program. */
export function memoryStore(): KeyStore {
  const valuesInMemory = new Map<string, string>();
  return {
    getItem: (key) => valuesInMemory.get(key) ?? null,
    setItem: (key, value) => void valuesInMemory.set(key, value),
    removeItem: (key) => void valuesInMemory.delete(key),
  };
}

export type SessionOptions = {
  /** Ends in `/api/v1`. */
  baseUrl: string;
  /** Default: `localStorage`. */
  storage?: KeyStore;
  fetch?: Fetch;
  /** Called when the session cannot be renewed. */
  onSignedOut?: () => void;
};

export type SessionKeeper = {
  /** Null without a session, or when it is unreadable. */
  read: () => Session | null;
  write: (session: Session) => void;
  /** Signs out on this device and aborts the session's calls. Late answers do not restore it. */
  clear: () => void;
  /** Sends the bearer token. Renews an expired token and retries once. `by` replaces the plain `fetch`. */
  fetch: (url: string, init?: RequestInit, by?: Fetch) => Promise<Response>;
};

/** Calls that use the refresh cookie. Their 401 says nothing about the bearer token. */
const sessionPath = /\/admin\/(?:login|signup|refresh|logout)$/;

export function keepSession({
  baseUrl,
  storage = localStorage,
  fetch = (url, init) => globalThis.fetch(url, init),
  onSignedOut = () => globalThis.location?.assign('/login'),
}: SessionOptions): SessionKeeper {
  let currentRenewal: Promise<string | null> | undefined;
  /** Calls that set or clear the cookie run one after the other. */
  let latestCookieCall: Promise<unknown> = Promise.resolve();
  /** Stays aborted after a sign-out until somebody signs in. */
  let sessionController = new AbortController();
  /** Bearer of the session that could not be renewed. */
  let unrenewableToken: string | null = null;
  const { readToken, findNewerToken, readSession, writeSession, forget } = makeSessionStorage(storage);

  const clearSession = () => {
    forget();
    sessionController.abort();
    currentRenewal = undefined;
  };
  /** The signal for a new call. A new one is needed when another tab has signed in since the sign-out. */
  const getCurrentSignal = () => {
    if (sessionController.signal.aborted && readToken()) sessionController = new AbortController();
    return sessionController.signal;
  };

  const fetchInTime = withTimeout(fetch);
  const renewToken = async (spent: string | null, signal: AbortSignal) => {
    try {
      const refreshRequestInit = { method: 'POST', credentials: 'include', signal } as const;
      const refreshResponse = await fetchInTime(`${baseUrl}/admin/refresh`, refreshRequestInit);
      const renewedSession = refreshResponse.ok && toSession(await readBody(refreshResponse));
      signal.throwIfAborted();
      if (!renewedSession) throw new Error(`The server answered ${refreshResponse.status}`);
      if (spent && !readToken()) throw new Error('Another tab has signed out');
      writeSession(renewedSession);
      return renewedSession.token;
    } catch {
      signal.throwIfAborted();
      const newerToken = findNewerToken(spent);
      if (newerToken) return newerToken;
      forget();
      unrenewableToken = spent;
      console.error('Refresh token failed');
      onSignedOut();
      return null;
    }
  };
  const renewTokenOnce = (spent: string | null, signal: AbortSignal) => {
    if (currentRenewal) return currentRenewal;
    const renewal = renewToken(spent, signal).finally(() => {
      if (currentRenewal === renewal) currentRenewal = undefined;
    });
    currentRenewal = renewal;
    return renewal;
  };

  const addBearer = (bearer: string | null, init: RequestInit, signal: AbortSignal) => {
    const headers = new Headers(init.headers);
    if (bearer) headers.set('authorization', `Bearer ${bearer}`);
    return { ...init, headers, signal: combineSignals(init.signal, signal) };
  };

  return {
    read: readSession,
    write: writeSession,
    clear: clearSession,
    fetch: async (url, init = {}, by = fetch) => {
      if (sessionPath.test(url)) {
        // A late sign-out answer would clear the cookie of the next sign-in
        const cookieCall = latestCookieCall.then(() => by(url, { ...init, credentials: 'include' }));
        latestCookieCall = cookieCall.catch(() => undefined);
        return cookieCall;
      }

      const bearerToken = readToken();
      const sessionSignal = getCurrentSignal();
      sessionSignal.throwIfAborted();
      const sendWithToken = (token: string | null) => by(url, addBearer(token, init, sessionSignal));
      const response = await sendWithToken(bearerToken);
      sessionSignal.throwIfAborted();
      if (response.status !== 401) return response;
      // A late answer must not end a session a second time
      if (bearerToken && bearerToken === unrenewableToken && !readToken()) return response;

      const renewedToken = findNewerToken(bearerToken) ?? (await renewTokenOnce(bearerToken, sessionSignal));
      return renewedToken ? sendWithToken(renewedToken) : response;
    },
  };
}

/** The session as all tabs read and write it. */
function makeSessionStorage(storage: KeyStore) {
  const readToken = () => storage.getItem(storageKeys.token);
  return {
    readToken,
    /** Another tab or call may have renewed the token. */
    findNewerToken(spent: string | null) {
      const storedToken = readToken();
      return storedToken !== spent ? storedToken : null;
    },
    readSession() {
      const storedUser = parseStoredUser(storage.getItem(storageKeys.user));
      const bearer = readToken();
      return storedUser && bearer ? { user: storedUser, token: bearer } : null;
    },
    writeSession({ user, token }: Session) {
      storage.setItem(storageKeys.user, JSON.stringify(user));
      storage.setItem(storageKeys.token, token);
    },
    forget() {
      storage.removeItem(storageKeys.user);
      storage.removeItem(storageKeys.token);
    },
  };
}

function toSession(body: unknown): Session | null {
  const { user, token } = (body as { data?: Partial<Session> } | null)?.data ?? {};
  return user && token ? { user, token } : null;
}

function parseStoredUser(stored: string | null): User | null {
  try {
    const user: Partial<User> | null = JSON.parse(stored ?? 'null');
    // Checked, because screens would fail on a field that is no text
    const userTexts = [user?.email, user?.name, user?.avatar];
    const isValidUser = typeof user?.id === 'number' && userTexts.every((text) => typeof text === 'string');
    return isValidUser ? (user as User) : null;
  } catch {
    return null;
  }
}
