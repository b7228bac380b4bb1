import type { PostCategory } from '@institute/contract/content.constants';
import { capitalise } from '@institute/contract/text';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';

const tones: Record<PostCategory, BadgeTone> = {
  news: 'neutral',
  events: 'sun',
  achievements: 'green',
  announcements: 'sky',
  community: 'clay',
};

export const CategoryBadge = ({ category }: { category: PostCategory }) => (
  <Badge tone={tones[category]}>{capitalise(category)}</Badge>
);
