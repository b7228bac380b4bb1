import { defineEntity, p } from '@mikro-orm/core';
import { instantColumn } from '../../../database/timestamps.ts';

/** To how many people an account or a key has written within the last hour, one row for each call. */
export const WrittenWordsEntity = defineEntity({
  name: 'WrittenWords',
  tableName: 'written_words',
  properties: {
    id: p.integer().primary(),
    /** The writer, as `account 3` or `key 4`. */
    writer: p.string().length(20).index(),
    people: p.integer(),
    createdAt: instantColumn(),
  },
});
