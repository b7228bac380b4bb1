import { useSearch } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { ContentScreen } from '../admin-content/content-screen.tsx';
import { listQuery } from '../admin-content/list-search.ts';
import { RegistrationDialog } from './registration-dialog.tsx';
import { RegistrationExport } from './registration-export.tsx';
import { registrationList } from './registration-list.tsx';

type Shown = ComponentProps<typeof RegistrationDialog>['registration'];

/** Who has registered: to read and to delete, never to write. */
export function RegistrationsPage() {
  const search = useSearch({ from: '/admin/registrations' });
  const { q, status } = listQuery(search, registrationList.filter);
  const [shown, setShown] = useState<Shown | null>(null);
  return (
    <ContentScreen
      list={registrationList}
      search={search}
      tools={<RegistrationExport narrowedBy={{ q, status }} />}
      open={{ does: 'View', row: setShown }}
    >
      {shown && <RegistrationDialog registration={shown} onClose={() => setShown(null)} />}
    </ContentScreen>
  );
}
