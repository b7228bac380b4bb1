import type { Tx } from '../transaction.ts';
import type { AccountActor } from './actor.ts';

/** Notices between replicas, so that none serves old answers. */
export interface Changes {
  /** The notice goes out when the transaction commits. */
  notify(tx: Tx): Promise<void>;
  /** Tells this process at once. Call it after the commit. */
  announce(): void;
  onChange(listener: () => void): void;
  /** Call it after the commit. Several activities make one notice. */
  announceActivity(): void;
  onActivity(listener: () => void): void;
  /** False while notices of other replicas may be lost. */
  isListening(): boolean;
  close(): Promise<void>;
}

export interface LiveUpdates {
  /**
   * Yields at once and after each activity. Ends without an error, so that the browser reconnects with a new
   * bearer.
   */
  follow(actor: AccountActor, signal: AbortSignal | undefined): AsyncGenerator<'changed'>;
  close(): void;
}
