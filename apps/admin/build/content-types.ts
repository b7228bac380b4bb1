import { contentResources } from '@institute/contract';

/**
 * Names the content resources of the contract in the code that vite builds: the first screen
 * needs their names, and does not wait for the contract's schemas.
 */
export const contentTypes = {
  CONTENT_TYPES: JSON.stringify(
    Object.fromEntries(Object.values(contentResources).map(({ key, type }) => [key, type])),
  ),
};
