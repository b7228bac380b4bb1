import { p } from '@mikro-orm/core';

export const instantColumn = () => p.datetime().length(3);

export const timestamps = {
  createdAt: instantColumn()
    .onCreate(() => new Date())
    .defaultRaw('now()'),
  updatedAt: instantColumn()
    .onCreate(() => new Date())
    .onUpdate(() => new Date())
    .defaultRaw('now()'),
};
