import { p } from '@mikro-orm/core';

const instant = () => p.datetime().length(3);

/** When a row was made and changed. */
export const timestamps = {
  createdAt: instant()
    .onCreate(() => new Date())
    .defaultRaw('now()'),
  updatedAt: instant()
    .onCreate(() => new Date())
    .onUpdate(() => new Date())
    .defaultRaw('now()'),
};

/** What every editable row carries: `version` counts its changes and makes its ETag. */
export const editable = {
  id: p.integer().primary(),
  ...timestamps,
  deletedAt: instant().nullable(),
  version: p.integer().version().default(1),
};

export const publishing = {
  status: p.enum(['draft', 'published', 'scheduled'] as const).default('published'),
  publishAt: instant().nullable(),
};

export const image = { imageAlt: p.string().length(200).nullable() };

/** The folded text that the search looks through, kept by the database. */
export const searched = (...columns: string[]) =>
  p
    .text()
    .generated(`(fold(${columns.map((column) => `coalesce(${column}, '')`).join(` || ' ' || `)})) stored`)
    .nullable()
    .lazy()
    .hidden();

export const list = () => p.array().columnType('text[]');
