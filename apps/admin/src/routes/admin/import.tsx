import { createFileRoute } from '@tanstack/react-router';
import { ImportPage } from '../../features/imports/import-page.tsx';

type Search = { id?: number };

export const Route = createFileRoute('/admin/import')({
  validateSearch: ({ id }: Record<string, unknown>): Search => (Number(id) > 0 ? { id: Number(id) } : {}),
  head: () => ({ meta: [{ title: 'Import – Admin' }] }),
  component: ImportRoute,
});

function ImportRoute() {
  const { id } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <ImportPage id={id} onOpen={(opened) => void navigate({ search: opened ? { id: opened } : {} })} />;
}
