import type { Stats } from '@institute/contract';
import type { LucideIcon } from 'lucide-react';
import { type ComponentType, createContext, use } from 'react';
import type { ContentKey, ContentType } from '../../api/content-resources.ts';
import type { ListSearch } from '../list/list-search.ts';
import type { ResourceWords } from '../resource-words.ts';

/** A count of the statistics. */
export type StatsCount = Exclude<keyof Stats, 'recentActivities'>;

export type ContentScreenProps = { kind: ContentType; words: ResourceWords; search: ListSearch };

/** Describes a content resource in the admin area, without loading its screen. */
export type AdminResource = {
  words: ResourceWords;
  /** Title of the document. The default is the heading of the list. */
  title?: string;
  /** Entry of the sidebar, in the group System by default. */
  menu: { group?: 'Office'; order: number; label: string; icon: LucideIcon };
  /** Card on the dashboard. Only resources that the statistics count have one. */
  card?: { order: number; count: StatsCount; label: string };
  /** Loads the screen when it is opened. */
  screen: () => Promise<{ default: ComponentType<ContentScreenProps> }>;
};

export type AdminResources = Record<ContentKey, AdminResource>;

const AdminResourcesContext = createContext<AdminResources | null>(null);
export const AdminResourcesProvider = AdminResourcesContext.Provider;

/** The content resources. The routes provide them, because admin features do not import each other. */
export function useAdminResources(): AdminResources {
  const resources = use(AdminResourcesContext);
  if (!resources) throw new Error('This part must be inside the dashboard');
  return resources;
}
