import type { ContentKey, contentResources as declared, EntityType } from '@institute/contract';

export type { ContentKey, ContentType } from '@institute/contract';

/**
 * The content resources of the contract, without their schemas, which no visitor should load.
 * One that is missing is a compile error.
 */
export const contentResources = {
  programs: { type: 'program' },
  coaches: { type: 'coach' },
  posts: { type: 'post' },
  facilities: { type: 'facility' },
  alumni: { type: 'alumni' },
  gallery: { type: 'gallery' },
} as const satisfies { [K in ContentKey]: { type: (typeof declared)[K]['type'] } };

export const contentKeys = Object.keys(contentResources) as ContentKey[];

export const isContentKey = (text: string): text is ContentKey => Object.hasOwn(contentResources, text);

/** The resource of an entity type, when it is content. */
export const contentKeyOf = (type: EntityType): ContentKey | undefined =>
  contentKeys.find((key) => contentResources[key].type === type);
