/** Who waits for the check of a password. The networks of the callers take turns. */
export interface PasswordTurn {
  network?: string;
  /**
   * True for a session, or for a device on which the account has signed in. Checks for unknown devices wait until
   * those of known ones are done.
   */
  isKnown?: boolean;
  isGone?(): boolean;
}

/** Hashes and checks passwords, one at a time, because each takes much processor time. */
export interface Passwords {
  /**
   * Waits in the queue of known devices: somebody who sets a password has proved the identity by a session, a link or
   * a code.
   */
  hash(password: string, turn?: PasswordTurn): Promise<string>;
  /** Returns false when there is no hash, but takes the same time as a real check. */
  isRight(password: string, passwordHash: string | undefined, turn?: PasswordTurn): Promise<boolean>;
}
