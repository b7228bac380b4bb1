import { contentResources } from '@institute/contract';

/**
 * vite writes these names into the code, so that public pages and the service worker carry none of the
 * contract's schemas.
 */
export const contentTypes = {
  CONTENT_TYPES: JSON.stringify(
    Object.fromEntries(Object.values(contentResources).map(({ key, type }) => [key, type])),
  ),
};
