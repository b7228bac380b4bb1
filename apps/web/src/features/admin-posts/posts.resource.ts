import { Newspaper } from 'lucide-react';
import type { AdminResource } from '../../admin-ui/resource/admin-resource.ts';
import { resourceWords } from '../../admin-ui/resource-words.ts';

export const posts: AdminResource = {
  words: resourceWords({ one: 'post', many: 'posts' }),
  menu: { order: 1, label: 'View All Postings', icon: Newspaper },
  card: { order: 1, count: 'posts', label: 'Posts' },
  screen: () => import('./posts.screen.tsx'),
};
