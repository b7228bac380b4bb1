import type { ContentKey, ContentType, Stats } from '@institute/contract';
import type { Need } from '@institute/contract/rights.constants';

/** Items with a problem, which the dashboard names. */
export interface IncompleteRule {
  /** Text after the title of the only item: “Tailoring” … */
  one: string;
  /** Text after the number of further items: 3 more … */
  many: string;
  hint: string;
  /** SQL condition of the items that have the problem. */
  condition(now: Date): string;
}

/** Items that the dashboard only counts. */
export interface WarningRule extends Omit<IncompleteRule, 'one' | 'many'> {
  /** The whole text for a single item: 1 trip … */
  one: string;
  /** Text after the number of items: 3 … */
  many: string;
}

export type StatsKey = Exclude<keyof Stats, 'registrations' | 'recentActivities'>;

/** Tables, columns and conditions are SQL. */
export interface ContentDescription {
  key: ContentKey;
  type: ContentType;
  need: Need;
  table: string;
  /** SQL of an item's name, for a statement that reads `table`. */
  titleSql: string;
  imageColumns: readonly string[];
  htmlColumns: readonly string[];
  hasDrafts: boolean;
  /** SQL condition. */
  visibleToVisitors(now: Date): string;
  /** Path that an item's page is below; null for items without a page. */
  page: string | null;
  /** Column that ends the address of an item's page. */
  slug: string;
  listedOn: readonly string[];
  statsKey: StatsKey | null;
  incomplete: readonly IncompleteRule[];
  warnings: readonly WarningRule[];
}
