import { createFileRoute } from '@tanstack/react-router';
import { firstCalls } from '../../api/first-calls.ts';
import { CertificateSection } from '../../features/certificates/certificate-section.tsx';
import { IssueButton } from '../../features/certificates/issue-dialog.tsx';
import { FeesSection } from '../../features/fees/accounts/fees-section.tsx';
import { ManyChargesButton } from '../../features/fees/accounts/many-charges-button.tsx';
import { MessageButton } from '../../features/many-messages/message-button.tsx';
import { deskAddress, toListQuery } from '../../features/registrations/desk-address.ts';
import { RegistrationsPage } from '../../features/registrations/registrations-page.tsx';

export const Route = createFileRoute('/admin/registrations')({
  validateSearch: deskAddress,
  head: () => ({ meta: [{ title: 'Registrations – Admin' }] }),
  loader: firstCalls(({ registrations }) => [
    registrations.list.prefetch(toListQuery({})),
    registrations.choices.prefetch(),
  ]),
  component: () => (
    <RegistrationsPage
      sections={({ id, name, formerNames, status }) => (
        <>
          <FeesSection registrationId={id} name={name} />
          <CertificateSection registrationId={id} status={status} name={name} formerNames={formerNames} />
        </>
      )}
      bulkActions={(ids) => (
        <>
          <MessageButton registrations={ids} size="sm" />
          <IssueButton ids={ids} />
          <ManyChargesButton ids={ids} size="sm" />
        </>
      )}
    />
  ),
});
