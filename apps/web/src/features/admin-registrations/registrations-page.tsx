import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { takeKeptForm } from '../../admin-ui/form/kept-form.ts';
import { listQuery } from '../../admin-ui/list/list-query.ts';
import { DeletableList } from '../../admin-ui/resource/deletable-list.tsx';
import { useUser } from '../../api/admin-user.ts';
import { RegistrationDialog, type ShownRegistration } from './registration-dialog.tsx';
import { RegistrationExport } from './registration-export.tsx';
import { registrationList } from './registration-list.tsx';
import { DECISION } from './use-decision.ts';

/** The registrations, to read, decide and delete. The office cannot create or edit them. */
export function RegistrationsPage() {
  const search = useSearch({ from: '/admin/registrations' });
  const user = useUser();
  const { q, status } = listQuery(search, registrationList.filter);
  const [shown, setShown] = useState<ShownRegistration | null>(() => {
    const kept = takeKeptForm(DECISION, user.email);
    return kept?.id ? { id: kept.id, kept } : null;
  });
  return (
    <DeletableList
      list={registrationList}
      search={search}
      tools={<RegistrationExport narrowedBy={{ q, status }} />}
      open={{ does: 'View', row: setShown }}
    >
      {shown && <RegistrationDialog registration={shown} onShow={setShown} onClose={() => setShown(null)} />}
    </DeletableList>
  );
}
