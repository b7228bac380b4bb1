import { contentResources } from '@institute/contract';

/**
 * The first screen needs the names of the content resources. The build inserts them, so that it does not wait
 * for the contract's schemas.
 */
export const contentTypes = {
  CONTENT_TYPES: JSON.stringify(
    Object.fromEntries(Object.values(contentResources).map(({ key, type }) => [key, type])),
  ),
};
