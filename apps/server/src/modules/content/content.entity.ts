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

/** Columns of every editable row. `version` counts changes and makes the ETag. */
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

/** The folded text for the search, computed by the database. */
export const searched = (...columns: string[]) =>
  p
    .text()
    .generated(`(fold(${columns.map((column) => `coalesce(${column}, '')`).join(` || ' ' || `)})) stored`)
    .nullable()
    .lazy()
    .hidden();

export const list = () => p.array().columnType('text[]');
