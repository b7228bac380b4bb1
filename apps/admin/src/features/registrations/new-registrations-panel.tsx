import { joinFullName } from '@institute/contract/registration-fields.constants';
import { formatDate } from '@institute/contract/time';
import { type ComponentType, Suspense, useState } from 'react';
import { admin } from '../../api/admin.ts';
import { Panel, PanelRow } from '../../ui/panel.tsx';
import { useDocumentCounts } from './documents-columns.tsx';
import type { RegistrationDialogProps } from './registration-dialog.tsx';
import { type ShownRegistration, useNeighbourSteps } from './use-steps.ts';

/** The registration that has waited longest comes first. */
const newestRegistrationsFilter = { status: 'new', sort: 'createdAt', limit: 4, offset: 0 } as const;

/**
 * Shows new registrations on another screen than their list. The sheet in which the office decides loads when
 * a registration is opened.
 */
export function NewRegistrations({
  Sheet,
}: {
  Sheet: ComponentType<Omit<RegistrationDialogProps, 'sections'>>;
}) {
  const registrationsQuery = admin.registrations.list.useQuery(newestRegistrationsFilter);
  const showDocuments = useDocumentCounts(registrationsQuery.data?.items ?? []);
  const [shown, setShown] = useState<ShownRegistration | null>(null);
  const { startAt, openAt, leaving, step } = useNeighbourSteps(newestRegistrationsFilter, setShown);
  return (
    <Panel
      title="New applications"
      all={{
        to: '/admin/registrations',
        search: { status: 'new' },
        label: `All ${registrationsQuery.data?.total ?? ''}`,
      }}
      query={registrationsQuery}
      rows={registrationsQuery.data?.items}
      failed="The new applications could not be loaded"
      empty="No new applications."
      row={(row, place) => (
        <PanelRow
          key={row.id}
          text={joinFullName(row)}
          hint={row.program?.name}
          mark={showDocuments?.(row, 'Documents')}
          fact={formatDate(row.createdAt)}
          onPress={() => openAt(row, place)}
        />
      )}
    >
      {shown && (
        <Suspense fallback={null}>
          <Sheet
            registration={shown}
            onShow={(other) => {
              startAt(null);
              setShown(other);
            }}
            onDecided={() => undefined}
            onClose={() => setShown(null)}
            onStep={step}
            leaving={leaving}
          />
        </Suspense>
      )}
    </Panel>
  );
}
