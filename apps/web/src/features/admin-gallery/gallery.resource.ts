import { Images } from 'lucide-react';
import type { AdminResource } from '../../admin-ui/resource/admin-resource.ts';
import { resourceWords } from '../../admin-ui/resource-words.ts';

export const gallery: AdminResource = {
  words: resourceWords({ one: 'gallery item', many: 'gallery items' }),
  title: 'Gallery',
  menu: { order: 4, label: 'Gallery', icon: Images },
  card: { order: 3, count: 'galleryItems', label: 'Gallery Items' },
  screen: () => import('./gallery.screen.tsx'),
};
