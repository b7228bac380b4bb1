import { defineEntity, p } from '@mikro-orm/core';

const instantColumn = () => p.datetime().length(3);

export const ScheduleEntity = defineEntity({
  name: 'Schedule',
  tableName: 'schedules',
  properties: {
    name: p.string().length(40).primary(),
    /** Time of the next run. While a process runs the schedule, it holds the end of the lease. */
    nextRunAt: instantColumn(),
    tries: p.integer().default(0),
    lastError: p.string().length(500).nullable(),
    failedAt: instantColumn().nullable(),
  },
});
