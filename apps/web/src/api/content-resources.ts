import type { ContentKey, ContentType } from '@institute/contract';

export type { ContentKey };

declare global {
  /** Set by the build, from the contract. */
  const CONTENT_TYPES: Record<ContentKey, ContentType>;
}

export const contentKeys = Object.keys(CONTENT_TYPES) as ContentKey[];
