import type { ContentKey, ContentType } from '@institute/contract';

export type { ContentKey };

declare global {
  const CONTENT_TYPES: Record<ContentKey, ContentType>;
}

export const contentKeys = Object.keys(CONTENT_TYPES) as ContentKey[];
