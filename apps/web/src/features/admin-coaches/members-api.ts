import type { Coach } from '@institute/contract';
import { limits } from '@institute/contract/constants';
import type { ListApi } from '../../admin-ui/resource/content-resource.ts';
import { admin } from '../../api/admin.ts';
import { type MemberGroup, membersOf } from './member-group.ts';

/** A team is small: all of it is asked for, and its groups and pages are cut here. */
export const membersApi: ListApi<Coach, MemberGroup> = {
  list: {
    useQuery: ({ q, category: group, ...part }, options) =>
      admin.coaches.list.useQuery(
        { limit: limits.page, offset: 0, ...(q && { q }) },
        { ...options, select: ({ items }) => membersOf(items, { group, ...part }) },
      ),
  },
  remove: admin.coaches.remove,
};
