import { type ActivityQuery, activityQuery as activityQuerySchema, entityTypes } from '@institute/contract';
import { activityTypes } from '@institute/contract/office.constants';
import { PAGE_SIZE } from '../../lists/list-search.ts';
import { type ActivitySearch, READ } from './activity-search.ts';

const isDay = (text: string | undefined) =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

const sorts = activityQuerySchema.shape.sort.unwrap().options;
const sortOf = (sort: string | undefined) => sorts.find((name) => name === sort);

export function activityQuery({ page = 1, sort, ...search }: ActivitySearch): ActivityQuery {
  const type = activityTypes.find((word) => word === search.type);
  const entityType = entityTypes.find((word) => word === search.entityType);
  const id = Number(search.account);
  const account =
    search.account === 'system' ? 'system' : Number.isSafeInteger(id) && id > 0 ? id : undefined;
  return {
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
    ...(sortOf(sort) && { sort: sortOf(sort) }),
    ...(type && { type }),
    ...(entityType && { entityType }),
    ...(search.medical === READ && { medical: true }),
    ...(account && { account }),
    ...(isDay(search.from) && { from: search.from }),
    ...(isDay(search.to) && { to: search.to }),
  };
}
