import { contentResources } from '@institute/contract';

/**
 * Names the content resources of the contract in the code that vite builds: public pages and the service worker
 * need their names, and must not carry the contract's schemas.
 */
export const contentTypes = {
  CONTENT_TYPES: JSON.stringify(
    Object.fromEntries(Object.values(contentResources).map(({ key, type }) => [key, type])),
  ),
};
