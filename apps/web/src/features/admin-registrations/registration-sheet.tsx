import { formatDateTime } from '@institute/contract/time';
import { useLoaderData } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { loadOnce } from '../../admin-ui/resource-api.ts';
import { admin, failureOf } from '../../api/admin.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Frame, RegistrationSections } from './registration-sections.tsx';
import { fullName } from './registration-words.tsx';

/** The print view of a registration. The server records who has read it. */
export function RegistrationSheet({ id }: { id: number }) {
  const { institute } = useLoaderData({ from: '__root__' });
  const { data, error, refetch, isFetching } = admin.registrations.get.useQuery({ id }, loadOnce);
  if (error && !data) {
    return (
      <ErrorState
        title="This registration could not be loaded"
        description={failureOf(error).message}
        onRetry={() => void refetch()}
        pending={isFetching}
      />
    );
  }
  if (!data) return null;
  const { view } = data;
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto flex w-full max-w-3xl flex-col gap-4 bg-card p-6 print:p-0"
    >
      <div className="flex items-start justify-between gap-4">
        <div>
          <p className="text-muted">{institute.name}</p>
          <Heading level={1} size="block">
            {fullName(view)}
          </Heading>
          <p>Registration {view.reference}</p>
        </div>
        <Button className="print:hidden" onClick={() => window.print()}>
          <Printer aria-hidden />
          Print
        </Button>
      </div>
      <RegistrationSections registration={view} level={2} />
      {view.note && (
        <Frame title="Note" level={2}>
          <p className="mt-2 wrap-anywhere whitespace-pre-line">{view.note}</p>
        </Frame>
      )}
      <p className="text-sm text-muted">Printed {formatDateTime(new Date().toISOString())}. Confidential.</p>
    </main>
  );
}
