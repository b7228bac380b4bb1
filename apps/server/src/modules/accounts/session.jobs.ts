import type { Job } from '../../jobs/job.ts';
import { SessionEntity } from './session.entity.ts';

const KEPT_AFTER_END_MS = 30 * 24 * 60 * 60 * 1000;

/** Sign-ins that can no longer be used, and with them their refresh tokens. */
export const purgeSessions: Job = {
  name: 'purge-sessions',
  schedule: '37 3 * * *',
  run: async ({ em, now }) => {
    const longAgo = new Date(now().getTime() - KEPT_AFTER_END_MS);
    await em.nativeDelete(SessionEntity, {
      $or: [{ expiresAt: { $lte: now() } }, { endedAt: { $lte: longAgo } }],
    });
  },
};
