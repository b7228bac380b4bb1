import type { Job } from '../../jobs/job.ts';
import { AccessLinkEntity } from './access-link.entity.ts';
import { SessionEntity } from './session.entity.ts';

const KEPT_AFTER_END_MS = 30 * 24 * 60 * 60 * 1000;

/** Sign-ins that can no longer be used, and with them their refresh tokens; links that have run out. */
export const purgeSessions: Job = {
  name: 'purge-sessions',
  schedule: '37 3 * * *',
  run: async ({ em, now }) => {
    const longAgo = new Date(now().getTime() - KEPT_AFTER_END_MS);
    await em.nativeDelete(SessionEntity, {
      $or: [{ expiresAt: { $lte: now() } }, { endedAt: { $lte: longAgo } }],
    });
    await em.nativeDelete(AccessLinkEntity, { purpose: 'password-reset', expiresAt: { $lte: now() } });
    // the office sees for a while that nobody has come
    await em.nativeDelete(AccessLinkEntity, { purpose: 'invitation', expiresAt: { $lte: longAgo } });
  },
};
