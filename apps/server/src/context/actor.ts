import type { ApiScope } from '@institute/contract/api-keys.constants';
import type { RightsHolder } from '@institute/contract/rights.constants';

export interface AccountActor extends RightsHolder {
  id: number;
  email: string;
  sessionId: string;
  /** Time at which the password was last typed in this session. */
  confirmedAt: Date | null;
  bearerEndsAt?: Date;
  /** True when the account must set up two-step sign-in before anything else. */
  owesSetUp?: boolean;
}

/** An API key as a caller. During a call `rights` holds only those rights of its account that the call needs. */
export interface KeyActor extends RightsHolder {
  keyId: number;
  scopes: readonly ApiScope[];
  id: null;
  /** The activity log shows this text where it shows the address of an account. */
  email: string;
  isOwner: false;
}

export type Actor = AccountActor | KeyActor;

export const isKeyActor = (actor: Actor | null): actor is KeyActor => actor !== null && 'keyId' in actor;
