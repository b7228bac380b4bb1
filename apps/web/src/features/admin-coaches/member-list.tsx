import type { Coach } from '@institute/contract';
import type { ListFilter } from '../../admin-ui/list/list-filter.ts';
import type { ContentList } from '../../admin-ui/resource/content-resource.ts';
import { contentWords } from '../../admin-ui/resource/content-words.ts';
import { MemberCard } from './member-card.tsx';
import type { MemberGroup } from './member-group.ts';
import { membersApi } from './members-api.ts';

export const memberWords = contentWords({
  one: 'team member',
  many: 'team members',
  add: 'Add Team Member',
});

const typeFilter: ListFilter<MemberGroup> = {
  label: 'Type',
  choices: [
    { label: 'All Members', value: 'all' },
    { label: 'Coaches', value: 'coaches', category: 'coaches' },
    { label: 'Staff', value: 'staff', category: 'staff' },
    { label: 'Other', value: 'other', category: 'other' },
  ],
};

export const memberList: ContentList<Coach, MemberGroup> = {
  kind: 'coach',
  words: memberWords,
  api: membersApi,
  nameOf: ({ name }) => name,
  filter: typeFilter,
  card: (member) => <MemberCard member={member} />,
};
