import type { ContentKey, ContentType, EntityType } from '@institute/contract';

export type { ContentKey, ContentType };

declare global {
  /** Set by the build, from the contract. */
  const CONTENT_TYPES: Record<ContentKey, ContentType>;
}

/** The entity type of each content resource. */
export const contentTypes: Readonly<Record<ContentKey, ContentType>> = CONTENT_TYPES;

export const contentKeys = Object.keys(contentTypes) as ContentKey[];

/** The content resource of an entity type; undefined for other types. */
export const contentKeyOf = (type: EntityType): ContentKey | undefined =>
  contentKeys.find((key) => contentTypes[key] === type);
