import type { Stats } from '@institute/contract';
import { useRouter } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { type ContentKey, contentKeys } from './content-resources.ts';
import type { ResourceWords } from './resource-words.ts';

/** A count of the statistics. */
export type StatsCount = Exclude<keyof Stats, 'recentActivities'>;

/** Describes a content resource in the admin area, without loading its screen. */
type AdminResource = {
  words: ResourceWords;
  /** Entry of the sidebar, in the group System by default. */
  menu: { group?: 'Office'; order: number; label: string; icon: LucideIcon };
  /** Card on the dashboard. Only resources that the statistics count have one. */
  card?: { order: number; count: StatsCount; label: string };
};

export type AdminResources = Record<ContentKey, AdminResource>;

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    resource?: AdminResource;
  }
}

/** The content resources, which their routes declare. */
export function useAdminResources(): AdminResources {
  const { routesById } = useRouter();
  return Object.fromEntries(
    contentKeys.map((key) => [key, routesById[`/admin/${key}`].options.staticData?.resource]),
  ) as AdminResources;
}
