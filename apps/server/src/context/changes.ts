import type { Tx } from '../transaction.ts';
import type { AccountActor } from './actor.ts';

/** Sends notices between replicas, so that no replica serves old answers. */
export interface ChangeNotices {
  /** Other processes get the notice when the transaction commits. */
  notify(tx: Tx): Promise<void>;
  /** Tells the listeners in this process at once. Call it after the commit. */
  announce(): void;
  onChange(listener: () => void): void;
  /** Sends one notice for several activities. Call it after the commit. */
  announceActivity(): void;
  onActivity(listener: () => void): void;
  /** False while notices of other replicas may get lost. */
  isListening(): boolean;
  close(): Promise<void>;
}

export interface LiveUpdates {
  /**
   * Yields at once and after each activity. Ends without an error when the bearer expires, so that the browser
   * reconnects with a new one.
   */
  follow(actor: AccountActor, signal: AbortSignal | undefined): AsyncGenerator<'changed'>;
  close(): void;
}
