import { defineEntity, p } from '@mikro-orm/core';

/** Gateways deliver a message until we answer, so the same one may come several times. */
export const IncomingSmsEntity = defineEntity({
  name: 'IncomingSms',
  tableName: 'incoming_sms',
  properties: {
    /** Name of the gateway and the id that it gave to the message. */
    id: p.string().length(130).primary(),
    at: p.datetime().length(3).index(),
  },
});
