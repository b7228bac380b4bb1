import {
  importKinds,
  importStates,
  type LeftOutContent,
  siteImportLimits,
} from '@institute/contract/imports.constants';
import { pageLimits } from '@institute/contract/pages.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { AccountActor } from '../../../context/actor.ts';
import type { NewUpload } from '../../platform/uploads/upload.service.ts';
import type { ListOfPosts } from './wordpress-lists.ts';
import type { OldMenuEntry } from './wordpress-menu.ts';

export const FILE_NAME_LENGTH = 255;
export const MAX_SITE_ADDRESS_LENGTH = 500;

/** Changes by part of the settings. An Undo restores a part only while it still equals `after`. */
export type SiteChanges = Record<string, { before: unknown; after: unknown }>;

/**
 * An import of a sent file. While the import runs, `nextTryAt` is the end of the lease of the process that works on
 * it.
 */
export const ImportEntity = defineEntity({
  name: 'Import',
  tableName: 'imports',
  properties: {
    id: p.integer().primary(),
    kind: p.enum(importKinds),
    /** Name of the file on the device that sent it. */
    fileName: p.string().length(FILE_NAME_LENGTH).nullable(),
    /** The old site, by its address. Null for a CSV, and for imports of versions that did not keep it. */
    site: p.string().length(MAX_SITE_ADDRESS_LENGTH).nullable(),
    state: p.enum(importStates).default('planned'),
    actor: p.json<AccountActor>(),
    leftOut: p.json<LeftOutContent[]>().defaultRaw("'[]'"),
    done: p.integer().default(0),
    total: p.integer().default(0),
    tries: p.integer().default(0),
    nextTryAt: p.datetime().length(3).nullable(),
    lastError: p.text().nullable(),
    /** Addresses of the old site that listed posts. */
    lists: p.json<ListOfPosts[]>().defaultRaw("'[]'"),
    /** The main menu of the old site. `source` is the source of an item. */
    menu: p.json<OldMenuEntry[]>().defaultRaw("'[]'"),
    takesMenu: p.boolean().default(false),
    /** Parts of the settings that the import changed. An Undo restores them. */
    siteChanges: p.json<SiteChanges>().defaultRaw("'{}'"),
    /** Ids of pages that the import put into the menu. An Undo takes them out. */
    menuPages: p.array<number>().columnType('int[]').defaultRaw("'{}'"),
    /** Ids of the redirects that the import made. */
    redirects: p.array<number>().columnType('int[]').defaultRaw("'{}'"),
    createdAt: p.datetime().length(3),
  },
});

/**
 * An existing item that a row of the file names, and whether the row may replace it. No earlier import is involved.
 */
export interface FoundItem {
  id: number;
  state: 'unchanged' | 'update' | 'skipped';
}

/** An item of an import. The row stays after the import and remembers where the content came from. */
export const ImportItemEntity = defineEntity({
  name: 'ImportItem',
  tableName: 'import_items',
  indexes: [
    { name: 'import_items_source_index', properties: ['source'] },
    { name: 'import_items_import_index', properties: ['import'] },
  ],
  properties: {
    id: p.integer().primary(),
    import: () => p.manyToOne(ImportEntity).deleteRule('cascade'),
    /** SHA-256 of the item's key in the file. `hash` is that of its fields. */
    source: p.string().length(64),
    hash: p.string().length(64),
    type: p.string().length(30),
    title: p.string().length(300),
    /** The imported fields. Null once the import has ended, unless a picture of the item is missing. */
    input: p.json<Record<string, unknown>>().nullable(),
    found: p.json<FoundItem>().nullable(),
    /** The post's category on the old site. */
    category: p.string().length(siteImportLimits.category).nullable(),
    /** Path of the built-in page that has this address on this site. Empty for the front page. */
    builtIn: p.string().length(pageLimits.path).nullable(),
    /** True when the text of this item replaces that of the built-in page. The import then creates no page. */
    replacesText: p.boolean().default(false),
    /** Addresses of its page on the old site. */
    paths: p.array().columnType('text[]'),
    itemId: p.integer().nullable(),
    /** Version of the stored item directly after the import. */
    version: p.integer().nullable(),
    /** The fields that the import replaced. Null for a new item. */
    before: p.json<Record<string, unknown>>().nullable(),
  },
});

export type ImportItemRow = InferEntity<typeof ImportItemEntity>;

export const ImportPictureEntity = defineEntity({
  name: 'ImportPicture',
  tableName: 'import_pictures',
  uniques: [{ name: 'import_pictures_address_unique', properties: ['import', 'address'] }],
  properties: {
    id: p.integer().primary(),
    import: () => p.manyToOne(ImportEntity).deleteRule('cascade'),
    address: p.string().length(2000),
    title: p.string().length(300).nullable(),
    isDocument: p.boolean().default(false),
    /** True when the office chose not to import this file. */
    isLeftOut: p.boolean().default(false),
    /** Addresses of its page on the old site. */
    paths: p.array().columnType('text[]').defaultRaw("'{}'"),
    /** Folder in the upload store that holds this file from the sent zip. */
    sent: p.string().length(60).nullable(),
    upload: p.json<NewUpload>().nullable(),
    error: p.string().length(500).nullable(),
  },
});
