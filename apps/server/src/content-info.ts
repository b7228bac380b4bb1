import type { ContentKey, ContentType, Stats } from '@institute/contract';

/** A problem that the dashboard reports, with the items that have it. */
export interface AttentionRule {
  /** Text after the title of the only item: “Tailoring” … */
  one: string;
  /** Text after the number of further items: 3 more … */
  many: string;
  hint: string;
  /** A condition in SQL. */
  condition: string;
}

/** Key of a resource's item count in the statistics. */
export type StatsKey = Exclude<keyof Stats, 'registrations' | 'recentActivities'>;

/**
 * Description of a content resource for services that work on all of them. Tables, columns and conditions are SQL,
 * derived from the declaration.
 */
export interface ContentInfo {
  key: ContentKey;
  type: ContentType;
  table: string;
  /** SQL of an item's name, for a statement that reads `table`. */
  titleSql: string;
  imageColumns: readonly string[];
  /** Columns with HTML, which may contain images. */
  htmlColumns: readonly string[];
  hasDrafts: boolean;
  /** SQL condition. `now` is SQL too. */
  visibleToVisitors(now: string): string;
  /** Path that an item's page is below; null for items without a page. */
  page: string | null;
  /** Pages that list items. */
  listedOn: readonly string[];
  statsKey: StatsKey | null;
  attention: AttentionRule | null;
}
