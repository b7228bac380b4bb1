import type { ContentKey, ContentType, Stats } from '@institute/contract';
import type { Need } from '@institute/contract/rights.constants';

/** A problem of items. The dashboard names the items that have it. */
export interface IncompleteItemRule {
  /** Text after the title when one item has the problem: “Tailoring” … */
  one: string;
  /** Text after a number when further items have the problem: 3 more … */
  many: string;
  hint: string;
  /** SQL condition of the items that have the problem. */
  condition(now: Date): string;
}

/** A problem of items that the dashboard only counts. */
export interface ItemWarningRule extends Omit<IncompleteItemRule, 'one' | 'many'> {
  /** The whole text when one item has the problem: 1 trip … */
  one: string;
  /** Text after the number when several items have the problem: 3 … */
  many: string;
}

export type ContentCountKey = Exclude<keyof Stats, 'registrations' | 'recentActivities'>;

/** Describes a content resource to the modules that read all of them. Tables, columns and conditions are SQL. */
export interface ContentDescription {
  key: ContentKey;
  type: ContentType;
  need: Need;
  table: string;
  /** SQL expression of an item's name, for a statement that reads `table`. */
  titleSql: string;
  imageColumns: readonly string[];
  htmlColumns: readonly string[];
  hasDrafts: boolean;
  /** SQL condition of the items that visitors see. */
  visibleToVisitors(now: Date): string;
  /** Path of the page under which items have their pages. Null for items without a page. */
  page: string | null;
  /** Name of the column with the last part of the address of an item's page. */
  slug: string;
  listedOn: readonly string[];
  statsKey: ContentCountKey | null;
  incomplete: readonly IncompleteItemRule[];
  warnings: readonly ItemWarningRule[];
}
