import { useSearch } from '@tanstack/react-router';
import { ContentPage } from '../../admin-ui/resource/content-page.tsx';
import { programForm } from './program-form.tsx';
import { programList } from './program-list.tsx';

export function ProgramsPage() {
  const search = useSearch({ from: '/admin/programs' });
  return <ContentPage list={programList} form={programForm} search={search} />;
}
