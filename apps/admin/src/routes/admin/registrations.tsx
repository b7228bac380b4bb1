import { createFileRoute } from '@tanstack/react-router';
import { makeFirstCallsLoader } from '../../api/first-calls.ts';
import { IssueButton } from '../../features/certificates/issue-dialog.tsx';
import { AskAgainButton } from '../../features/documents/ask-again-button.tsx';
import { ManyChargesButton } from '../../features/fees/accounts/many-charges-button.tsx';
import { MessageButton } from '../../features/many-messages/message-button.tsx';
import { deskAddress, toListQuery } from '../../features/registrations/desk-address.ts';
import { RegistrationsPage } from '../../features/registrations/registrations-page.tsx';
import { renderSections } from './-registration-sheet.tsx';

export const Route = createFileRoute('/admin/registrations')({
  validateSearch: deskAddress,
  head: () => ({ meta: [{ title: 'Registrations – Admin' }] }),
  loader: makeFirstCallsLoader(({ registrations }) => [
    registrations.list.prefetch(toListQuery({})),
    registrations.choices.prefetch(),
  ]),
  component: () => (
    <RegistrationsPage
      sections={renderSections}
      bulkActions={(ids) => (
        <>
          <MessageButton registrations={ids} size="sm" />
          <AskAgainButton ids={ids} />
          <IssueButton ids={ids} />
          <ManyChargesButton ids={ids} size="sm" />
        </>
      )}
    />
  ),
});
