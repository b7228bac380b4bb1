import {
  importKinds,
  importStates,
  type LeftOut,
  siteImportLimits,
} from '@institute/contract/imports.constants';
import { pageLimits } from '@institute/contract/pages.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { AccountActor } from '../../../context/actor.ts';
import type { NewUpload } from '../../platform/uploads/upload.service.ts';
import type { ListOfPosts } from './wordpress-lists.ts';
import type { OldMenuEntry } from './wordpress-menu.ts';

export const FILE_NAME_LENGTH = 255;
export const SITE_LENGTH = 500;

/** By part of the settings. Only what still is as it became is put back. */
export type SiteChanges = Record<string, { before: unknown; after: unknown }>;

/** A file that was sent. While it runs, `nextTryAt` ends the lease of the process that works on it. */
export const ImportEntity = defineEntity({
  name: 'Import',
  tableName: 'imports',
  properties: {
    id: p.integer().primary(),
    kind: p.enum(importKinds),
    /** Name of the file on the device that sent it. */
    fileName: p.string().length(FILE_NAME_LENGTH).nullable(),
    /** The old site, by its address. Null for a CSV, and for imports of versions that did not keep it. */
    site: p.string().length(SITE_LENGTH).nullable(),
    state: p.enum(importStates).default('planned'),
    actor: p.json<AccountActor>(),
    leftOut: p.json<LeftOut[]>().defaultRaw("'[]'"),
    done: p.integer().default(0),
    total: p.integer().default(0),
    tries: p.integer().default(0),
    nextTryAt: p.datetime().length(3).nullable(),
    lastError: p.text().nullable(),
    /** Lists of posts of the old site. */
    lists: p.json<ListOfPosts[]>().defaultRaw("'[]'"),
    /** The main menu of the old site. `source` is that of an item. */
    menu: p.json<OldMenuEntry[]>().defaultRaw("'[]'"),
    takesMenu: p.boolean().default(false),
    /** Parts of the site that the import changed, for its Undo. */
    siteChanges: p.json<SiteChanges>().defaultRaw("'{}'"),
    /** Own pages that it put into the menu, for its Undo. */
    menuPages: p.array<number>().columnType('int[]').defaultRaw("'{}'"),
    /** Ids of the redirects that the import made. */
    redirects: p.array<number>().columnType('int[]').defaultRaw("'{}'"),
    createdAt: p.datetime().length(3),
  },
});

/** An item here that the file names without an import, and whether it may be replaced. */
export interface FoundItem {
  id: number;
  state: 'unchanged' | 'update' | 'skipped';
}

/** Remembers where an item came from, after the import too. */
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
    /** SHA-256 of what names the item in the file, and of its fields there. */
    source: p.string().length(64),
    hash: p.string().length(64),
    type: p.string().length(30),
    title: p.string().length(300),
    /** Null once the import is over, unless one of its pictures is missing. */
    input: p.json<Record<string, unknown>>().nullable(),
    found: p.json<FoundItem>().nullable(),
    /** The post's category on the old site. */
    category: p.string().length(siteImportLimits.category).nullable(),
    /** The page of the site itself that has this address. Empty for the front page. */
    builtIn: p.string().length(pageLimits.path).nullable(),
    /** True when the built-in page stands for the item, whose words become its text. Then the import makes no page. */
    replacesText: p.boolean().default(false),
    /** Addresses of its page on the old site. */
    paths: p.array().columnType('text[]'),
    itemId: p.integer().nullable(),
    /** The version of the item here, after the import. */
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
    /** The office chose not to import it. */
    isLeftOut: p.boolean().default(false),
    /** Addresses of its page on the old site. */
    paths: p.array().columnType('text[]').defaultRaw("'{}'"),
    /** Folder in the store of uploads with the file from the zip. */
    sent: p.string().length(60).nullable(),
    upload: p.json<NewUpload>().nullable(),
    error: p.string().length(500).nullable(),
  },
});
