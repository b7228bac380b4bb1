import type { EntityManager } from '@mikro-orm/postgresql';

/** The queue of background work. */
export interface Jobs {
  /** Part of the writing transaction: the job is there when it commits. */
  send(em: EntityManager, name: string, data: object): Promise<void>;
  close(): Promise<void>;
}
