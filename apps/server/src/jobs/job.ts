import type { Ctx } from '../context.ts';

/** Background work of one kind. It must be safe to run twice and on any replica. */
export interface Job<Data extends object = object> {
  name: string;
  /** Cron expression, in Kampala time. */
  schedule?: string;
  /** Longest delay before a sent job is picked up. */
  pollSeconds?: number;
  run(ctx: Ctx, data: Data): Promise<void>;
}
