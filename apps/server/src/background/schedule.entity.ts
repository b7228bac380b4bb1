import { defineEntity, p } from '@mikro-orm/core';

const instantColumn = () => p.datetime().length(3);

export const ScheduleEntity = defineEntity({
  name: 'Schedule',
  tableName: 'schedules',
  properties: {
    name: p.string().length(40).primary(),
    /** While a process runs it: the end of its lease. */
    nextRunAt: instantColumn(),
    tries: p.integer().default(0),
    lastError: p.string().length(500).nullable(),
    failedAt: instantColumn().nullable(),
  },
});
