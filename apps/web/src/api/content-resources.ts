import type { EntityType, TrashKind } from '@institute/contract/constants';

/** The content resources, by their key in the contract. */
export const contentResources = {
  programs: { type: 'program' },
  coaches: { type: 'coach' },
  posts: { type: 'post' },
  facilities: { type: 'facility' },
  alumni: { type: 'alumni' },
  gallery: { type: 'gallery' },
} as const satisfies Record<string, { type: EntityType & TrashKind }>;

export type ContentKey = keyof typeof contentResources;
export type ContentType = (typeof contentResources)[ContentKey]['type'];

export const contentKeys = Object.keys(contentResources) as ContentKey[];

export const isContentKey = (text: string): text is ContentKey => Object.hasOwn(contentResources, text);

/** The resource of an entity type, when it is content. */
export const contentKeyOf = (type: EntityType): ContentKey | undefined =>
  contentKeys.find((key) => contentResources[key].type === type);
