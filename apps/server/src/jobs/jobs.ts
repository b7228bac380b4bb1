import type { Tx } from '../database/transaction.ts';

/** The queue of background work. */
export interface Jobs {
  /** Part of the writing transaction: the job is there when it commits. */
  send(tx: Tx, name: string, data: object): Promise<void>;
  /** Work begins. Comes back at once; a database that is away is tried again. */
  start(): void;
  close(): Promise<void>;
}
