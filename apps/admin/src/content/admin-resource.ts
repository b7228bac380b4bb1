import type { Stats } from '@institute/contract';
import { type Need, needs } from '@institute/contract/rights.constants';
import { useRouter } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { type ContentKey, contentResourceKeys } from '../api/content-resources.ts';
import type { ResourceWords } from '../api/resource-words.ts';

export type StatsCountName = Exclude<keyof Stats, 'recentActivities'>;

/**
 * What the menu and lists need of a resource. Kept apart from the resource's screen, so that the sidebar does
 * not load screens.
 */
type AdminResource = {
  words: ResourceWords;
  /** The right that the resource needs. Default: the right to content. */
  need?: Need;
  /** The default group is System. */
  menu: { group?: 'Office'; order: number; label: string; icon: LucideIcon };
  /** Only resources that the statistics count have a card. */
  card?: { order: number; count: StatsCountName; label: string };
};

export const readContentNeed = ({ need = needs.content }: AdminResource): Need => need;

export type AdminResources = Record<ContentKey, AdminResource>;

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    resource?: AdminResource;
  }
}

export function useAdminResources(): AdminResources {
  const { routesById } = useRouter();
  return Object.fromEntries(
    contentResourceKeys.map((key) => [key, routesById[`/admin/${key}`].options.staticData?.resource]),
  ) as AdminResources;
}
