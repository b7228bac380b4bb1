import type { Job } from '../../jobs/job.ts';
import { purgeLinks } from './access-link.service.ts';
import { purgeEndedSessions } from './session.service.ts';

export const purgeSessions: Job = {
  name: 'purge-sessions',
  schedule: '37 3 * * *',
  run: async (ctx) => {
    await purgeEndedSessions(ctx);
    await purgeLinks(ctx);
  },
};
