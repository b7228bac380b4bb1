import type { Contract, EntityType, TrashKind } from '@institute/contract';

/** The resources of the contract that have summaries: those are content. */
export type ContentKey = {
  [K in keyof Contract]: 'summaries' extends keyof Contract[K] ? K : never;
}[keyof Contract];

/** Entity type of each content resource; one that is missing is a compile error. */
export const contentResources = {
  programs: { type: 'program' },
  coaches: { type: 'coach' },
  posts: { type: 'post' },
  facilities: { type: 'facility' },
  alumni: { type: 'alumni' },
  gallery: { type: 'gallery' },
} as const satisfies Record<ContentKey, { type: EntityType & TrashKind }>;

export type ContentType = (typeof contentResources)[ContentKey]['type'];

export const contentKeys = Object.keys(contentResources) as ContentKey[];

export const isContentKey = (text: string): text is ContentKey => Object.hasOwn(contentResources, text);

/** The resource of an entity type, when it is content. */
export const contentKeyOf = (type: EntityType): ContentKey | undefined =>
  contentKeys.find((key) => contentResources[key].type === type);
