/** Who waits for the check of a password. The networks of the callers take turns. */
export interface PasswordCheckCaller {
  network?: string;
  /**
   * True for a session, or for a device on which the account has signed in. Unknown devices have a queue of
   * their own, so that they do not delay known ones.
   */
  isKnown?: boolean;
  isGone?(): boolean;
}

/** Hashes and checks passwords, one at a time in each queue, because each takes much processor time. */
export interface PasswordChecker {
  /**
   * Waits in the queue of known devices: somebody who sets a password has proved the identity by a session, a link or
   * a code.
   */
  hash(password: string, turn?: PasswordCheckCaller): Promise<string>;
  /** Returns false when there is no hash, but takes the same time as a real check. */
  isRight(password: string, passwordHash: string | undefined, turn?: PasswordCheckCaller): Promise<boolean>;
}
