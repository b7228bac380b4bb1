import type { Ctx } from '../context.ts';

/** Background work of one kind. It may run twice and on any replica, so running it again does no harm. */
export interface Job<Data extends object = object> {
  name: string;
  /** Cron expression, in Kampala time. */
  schedule?: string;
  /** For how long a job that was sent may lie before it is seen. */
  pollSeconds?: number;
  run(ctx: Ctx, data: Data): Promise<void>;
}
