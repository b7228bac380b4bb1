import { useSearch } from '@tanstack/react-router';
import { ContentPage } from '../../admin-ui/resource/content-page.tsx';
import { alumniForm } from './alumnus-form.tsx';
import { alumniList } from './alumnus-list.tsx';

export function AlumniPage() {
  const search = useSearch({ from: '/admin/alumni' });
  return <ContentPage list={alumniList} form={alumniForm} search={search} />;
}
