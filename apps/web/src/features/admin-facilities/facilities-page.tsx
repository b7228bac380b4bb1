import { useSearch } from '@tanstack/react-router';
import { ContentPage } from '../../admin-ui/resource/content-page.tsx';
import { facilityForm } from './facility-form.tsx';
import { facilityList } from './facility-list.tsx';

export function FacilitiesPage() {
  const search = useSearch({ from: '/admin/facilities' });
  return <ContentPage list={facilityList} form={facilityForm} search={search} />;
}
