/** Who waits for a check. Networks take turns. */
export interface PasswordTurn {
  network?: string;
  /** True for a session, or a device on which the account has signed in. Strangers wait behind it. */
  isKnown?: boolean;
  isGone?(): boolean;
}

/** Hashes are costly, so they are made one after another. */
export interface Passwords {
  /** Waits in the queue of known devices: whoever sets a password has proved who he is by a session, a link or a code. */
  hash(password: string, turn?: PasswordTurn): Promise<string>;
  /** False without a hash, after the same time. */
  isRight(password: string, passwordHash: string | undefined, turn?: PasswordTurn): Promise<boolean>;
}
