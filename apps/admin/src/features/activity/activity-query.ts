import { type ActivityQuery, entityTypes } from '@institute/contract';
import { listQuery } from '../../lists/list-search.ts';
import { type ActivitySearch, READ_ACTION } from './activity-address.ts';

/** In a file without the address, because the first scripts have no room for the schemas of the contract. */
export const toActivityQuery = ({
  page,
  sort,
  entityType,
  medical,
  ...filters
}: ActivitySearch): ActivityQuery => ({
  ...filters,
  entityType: entityTypes.find((one) => one === entityType),
  medical: medical === READ_ACTION || undefined,
  ...listQuery({ page }),
  sort,
});
