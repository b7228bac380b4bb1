import type { ContentKey, ContentType, EntityType } from '@institute/contract';

export type { ContentKey, ContentType };

declare global {
  const CONTENT_TYPES: Record<ContentKey, ContentType>;
}

export const contentTypes: Readonly<Record<ContentKey, ContentType>> = CONTENT_TYPES;

export const contentResourceKeys = Object.keys(contentTypes) as ContentKey[];

export const findContentResourceKey = (type: EntityType): ContentKey | undefined =>
  contentResourceKeys.find((key) => contentTypes[key] === type);
