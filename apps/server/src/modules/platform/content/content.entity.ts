import type { Ask } from '@institute/contract/asks.constants';
import type { Instalment } from '@institute/contract/instalments.constants';
import { p } from '@mikro-orm/core';
import { timestamps } from '../../../database/timestamps.ts';

/** Columns of every row that the office can edit. `version` counts the changes and is part of the ETag. */
export const editableColumns = {
  id: p.integer().primary(),
  ...timestamps,
  deletedAt: p.datetime().length(3).nullable(),
  version: p.integer().version().default(1),
};

export const contentItem = {
  ...editableColumns,
  /** True for an item of the demo content that nobody has changed. */
  isDemo: p.boolean().default(false).lazy().hidden(),
};

export const publishingColumns = {
  status: p.enum(['draft', 'published', 'scheduled'] as const).default('published'),
  publishAt: p.datetime().length(3).nullable(),
};

/** The office's own order. A lower number comes first. */
export const orderColumns = { position: p.integer().default(0) };

export const imageColumns = { imageAlt: p.string().length(200).nullable() };

export const searchColumn = (...columns: string[]) =>
  p
    .text()
    .generated(`(fold(${columns.map((column) => `coalesce(${column}, '')`).join(` || ' ' || `)})) stored`)
    .nullable()
    .lazy()
    .hidden();

export const textListColumn = () => p.array().columnType('text[]');

export const asksColumn = () => p.json<Ask[]>().defaultRaw("'[]'");

export const instalmentsColumn = () => p.json<Instalment[]>().defaultRaw("'[]'");

/** `columns` is the SQL of the indexed columns. */
export const declareListIndex = (table: string, name: string, columns: string) => ({
  name: `${table}_${name}_index`,
  expression: `create index ${table}_${name}_index on ${table} ${columns} where deleted_at is null`,
});

/** `text` is SQL. New entries wait in an unsorted list of at most 512 kB, which every search reads. */
export const declareSearchIndex = (table: string, name: string, text: string) => ({
  name: `${table}_${name}_index`,
  expression: `create index ${table}_${name}_index on ${table} using gin (${text} public.gin_trgm_ops) with (gin_pending_list_limit = 512)`,
});

/**
 * For a table with very many rows. `counted` lists further columns that counts read; `time` is the column of
 * the default order.
 */
export const declareLargeTableIndexes = (table: string, counted: string, time = 'created_at') => [
  declareListIndex(table, 'newest', `(${time}, id) include (${counted})`),
  declareListIndex(table, 'category', `(category, ${time}, id) include (${counted})`),
  declareListIndex(table, 'changed', '(updated_at, id)'),
  declareListIndex(table, 'title', '(title, id)'),
  declareSearchIndex(table, 'search', 'search'),
  declareSearchIndex(table, 'words', 'public.fold(title)'),
  declareTrashIndex(table),
];

export const declareTrashIndex = (table: string) => ({
  name: `${table}_trash_index`,
  expression: `create index ${table}_trash_index on ${table} (deleted_at) where deleted_at is not null`,
});
