import { useSearch } from '@tanstack/react-router';
import { ContentPage } from '../../admin-ui/resource/content-page.tsx';
import { galleryForm } from './gallery-form.tsx';
import { galleryList } from './gallery-list.tsx';

export function GalleryPage() {
  const search = useSearch({ from: '/admin/gallery' });
  return <ContentPage list={galleryList} form={galleryForm} search={search} />;
}
