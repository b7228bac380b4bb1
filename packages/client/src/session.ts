import type { Session, User } from '@institute/contract';
import { storageKeys } from '@institute/contract/constants';
import { bodyOf, type Fetch, patient } from './transport.ts';

/** Where the signed-in user and the bearer are kept: a browser's `localStorage`. */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type SessionOptions = {
  /** Ends in `/api/v1`. */
  baseUrl: string;
  storage?: KeyStore;
  fetch?: Fetch;
  /** The session could not be renewed. */
  onSignedOut?: () => void;
};

export type SessionKeeper = {
  /** Who is signed in; null also when what is stored makes no sense. */
  read: () => Session | null;
  write: (session: Session) => void;
  clear: () => void;
  /** `fetch` with the bearer, which renews it once when it has run out; `by` carries the call instead. */
  fetch: (url: string, init?: RequestInit, by?: Fetch) => Promise<Response>;
};

/** These carry the refresh cookie, and a 401 of theirs is an answer, not an expired bearer. */
const sessionCall = /\/admin\/(?:login|signup|refresh|logout)$/;

export function keepSession({
  baseUrl,
  storage = localStorage,
  fetch = (url, init) => globalThis.fetch(url, init),
  onSignedOut = () => location.assign('/login'),
}: SessionOptions): SessionKeeper {
  let renewing: Promise<string | null> | undefined;
  const token = () => storage.getItem(storageKeys.token);

  const write = ({ user, token }: Session) => {
    storage.setItem(storageKeys.user, JSON.stringify(user));
    storage.setItem(storageKeys.token, token);
  };
  const clear = () => {
    storage.removeItem(storageKeys.user);
    storage.removeItem(storageKeys.token);
  };
  const read = () => {
    const [user, bearer] = [asUser(storage.getItem(storageKeys.user)), token()];
    return user && bearer ? { user, token: bearer } : null;
  };

  const ask = patient(fetch);
  /** Another tab or call may have brought a bearer since `spent` was sent. */
  const newerThan = (spent: string | null) => {
    const current = token();
    return current !== spent ? current : null;
  };
  const renew = async (spent: string | null) => {
    try {
      const response = await ask(`${baseUrl}/admin/refresh`, { method: 'POST', credentials: 'include' });
      const session = response.ok && asSession(await bodyOf(response));
      if (!session) throw new Error(`The server answered ${response.status}`);
      write(session);
      return session.token;
    } catch {
      const newer = newerThan(spent);
      if (newer) return newer;
      clear();
      console.error('Refresh token failed');
      onSignedOut();
      return null;
    }
  };
  const renewOnce = (spent: string | null) => {
    renewing ??= renew(spent).finally(() => {
      renewing = undefined;
    });
    return renewing;
  };

  const carrying = (bearer: string | null, init: RequestInit) => {
    const headers = new Headers(init.headers);
    if (bearer) headers.set('authorization', `Bearer ${bearer}`);
    return { ...init, headers };
  };

  return {
    read,
    write,
    clear,
    fetch: async (url, init = {}, by = fetch) => {
      if (sessionCall.test(url)) return by(url, { ...init, credentials: 'include' });

      const bearer = token();
      const response = await by(url, carrying(bearer, init));
      if (response.status !== 401) return response;

      const renewed = newerThan(bearer) ?? (await renewOnce(bearer));
      return renewed ? by(url, carrying(renewed, init)) : response;
    },
  };
}

function asSession(body: unknown): Session | null {
  const { user, token } = (body as { data?: Partial<Session> } | null)?.data ?? {};
  return user && token ? { user, token } : null;
}

function asUser(stored: string | null): User | null {
  try {
    const user: Partial<User> | null = JSON.parse(stored ?? 'null');
    return typeof user?.email === 'string' ? (user as User) : null;
  } catch {
    return null;
  }
}
