import type { ContentKey, ContentType, Stats } from '@institute/contract';

/** A problem that the dashboard names, with the items that have it. */
export interface AttentionRule {
  /** Follows the item's title: “Tailoring” … */
  one: string;
  /** Follows the number of further items: 3 more … */
  many: string;
  hint: string;
  /** A condition in SQL. */
  condition: string;
}

/** The number of items in the statistics is called so. */
export type StatsKey = Exclude<keyof Stats, 'registrations' | 'recentActivities'>;

/**
 * What services that work on every content resource know of one. Tables, columns and conditions are SQL,
 * derived from the declaration.
 */
export interface ContentInfo {
  key: ContentKey;
  type: ContentType;
  table: string;
  titleColumn: string;
  imageColumns: readonly string[];
  /** Columns with HTML, which may show images too. */
  htmlColumns: readonly string[];
  hasDrafts: boolean;
  /** A condition with the instant as `:now`. */
  visibleToVisitors: string;
  /** An item's page is below this path; null where items have none. */
  page: string | null;
  /** Pages that list items. */
  listedOn: readonly string[];
  statsKey: StatsKey | null;
  attention: AttentionRule | null;
}
