import { type ActivityQuery, entityTypes } from '@institute/contract';
import { makeListQuery } from '../../lists/list-search.ts';
import { type ActivitySearch, READ_ACTION_FILTER } from './activity-address.ts';

/**
 * Kept apart from the schema of the address, so that the first scripts do not contain the contract's schemas.
 */
export const toActivityQuery = ({
  page,
  sort,
  entityType,
  medical,
  ...filters
}: ActivitySearch): ActivityQuery => ({
  ...filters,
  entityType: entityTypes.find((one) => one === entityType),
  medical: medical === READ_ACTION_FILTER || undefined,
  ...makeListQuery({ page }),
  sort,
});
