import { useSearch } from '@tanstack/react-router';
import { ContentPage } from '../../admin-ui/resource/content-page.tsx';
import { memberForm } from './member-form.tsx';
import { memberList } from './member-list.tsx';

export function CoachesPage() {
  const search = useSearch({ from: '/admin/coaches' });
  return <ContentPage list={memberList} form={memberForm} search={search} />;
}
