import { p } from '@mikro-orm/core';

const instant = () => p.datetime().length(3);

export const timestamps = {
  createdAt: instant()
    .onCreate(() => new Date())
    .defaultRaw('now()'),
  updatedAt: instant()
    .onCreate(() => new Date())
    .onUpdate(() => new Date())
    .defaultRaw('now()'),
};
