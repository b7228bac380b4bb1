import type { ApiScope } from '@institute/contract/api-keys.constants';
import type { Holder } from '@institute/contract/rights.constants';

export interface AccountActor extends Holder {
  id: number;
  email: string;
  sessionId: string;
  /** When the password was last typed in this session. */
  confirmedAt: Date | null;
  bearerEndsAt?: Date;
  /** Must set up two-step sign-in before anything else. */
  owesSetUp?: boolean;
}

/** In a call its `rights` are those of its account that the call needs. */
export interface KeyActor extends Holder {
  keyId: number;
  scopes: readonly ApiScope[];
  id: null;
  /** Shown in the activity log where an account shows its address. */
  email: string;
  isOwner: false;
}

export type Actor = AccountActor | KeyActor;

export const isKey = (actor: Actor | null): actor is KeyActor => actor !== null && 'keyId' in actor;
