import { createFileRoute } from '@tanstack/react-router';
import { Images } from 'lucide-react';
import { makeResourceWords } from '../../api/resource-words.ts';
import { GalleryScreen } from '../../features/gallery/gallery.screen.tsx';
import { declareListRoute } from '../../lists/list-route.ts';

export const Route = createFileRoute('/admin/gallery')({
  ...declareListRoute('Gallery', ({ gallery }) => gallery.list),
  staticData: {
    resource: {
      words: makeResourceWords({ one: 'gallery item', many: 'gallery items' }),
      menu: { order: 4, label: 'Gallery', icon: Images },
      card: { order: 3, count: 'galleryItems', label: 'Gallery Items' },
    },
  },
  component: GalleryScreen,
});
