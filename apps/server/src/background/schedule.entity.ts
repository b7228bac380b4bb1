import { defineEntity, p } from '@mikro-orm/core';

const instant = () => p.datetime().length(3);

/** When the work of a schedule runs next. */
export const ScheduleEntity = defineEntity({
  name: 'Schedule',
  tableName: 'schedules',
  properties: {
    name: p.string().length(40).primary(),
    /** While a process runs it: when its lease ends and another process may take it. */
    nextRunAt: instant(),
    /** Tries of this turn that were started. */
    tries: p.integer().default(0),
    lastError: p.string().length(500).nullable(),
    /** When a turn was last given up. */
    failedAt: instant().nullable(),
  },
});
