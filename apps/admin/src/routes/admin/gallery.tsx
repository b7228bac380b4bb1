import { createFileRoute } from '@tanstack/react-router';
import { Images } from 'lucide-react';
import { resourceWords } from '../../api/resource-words.ts';
import { GalleryScreen } from '../../features/gallery/gallery.screen.tsx';
import { listAddress } from '../../lists/address.ts';
import { firstPage } from '../../lists/first-page.ts';

export const Route = createFileRoute('/admin/gallery')({
  validateSearch: listAddress,
  head: () => ({ meta: [{ title: 'Gallery – Admin' }] }),
  staticData: {
    resource: {
      words: resourceWords({ one: 'gallery item', many: 'gallery items' }),
      menu: { order: 4, label: 'Gallery', icon: Images },
      card: { order: 3, count: 'galleryItems', label: 'Gallery Items' },
    },
  },
  loader: firstPage(({ gallery }) => gallery.list),
  component: GalleryScreen,
});
