import { defineEntity, p } from '@mikro-orm/core';

/** A delivery report that arrived before the gateway's answer with the id of the message. */
export const SmsReportEntity = defineEntity({
  name: 'SmsReport',
  tableName: 'sms_reports',
  properties: {
    providerId: p.string().length(100).primary(),
    state: p.enum(['sent', 'failed', 'delivered'] as const),
    reason: p.string().length(500).nullable(),
    at: p.datetime().length(3).index(),
  },
});
