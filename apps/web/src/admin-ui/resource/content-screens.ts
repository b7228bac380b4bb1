import type { EntityType } from '@institute/contract/constants';

/** Where each kind of content is looked after. */
export const contentScreens = {
  post: '/admin/posts',
  program: '/admin/programs',
  coach: '/admin/coaches',
  facility: '/admin/facilities',
  gallery: '/admin/gallery',
  alumni: '/admin/alumni',
} as const satisfies Partial<Record<EntityType, string>>;

export const hasScreen = (type: EntityType): type is keyof typeof contentScreens => type in contentScreens;
