import { admin } from '../../api/admin.ts';
import { loadOnce } from '../../content/resource-api.ts';
import { LoadError } from '../../parts/load-error.tsx';
import { PrintSheet } from '../../parts/print-sheet.tsx';
import { Frame, RegistrationSections } from './registration-sections.tsx';
import { fullName } from './registration-words.tsx';

/** The server records who has read the registration. */
export function RegistrationSheet({ id }: { id: number }) {
  const query = admin.registrations.get.useQuery({ id }, loadOnce);
  const { data, error } = query;
  if (error && !data) {
    return <LoadError title="This registration could not be loaded" query={query} />;
  }
  if (!data) return null;
  const { view } = data;
  return (
    <PrintSheet heading={fullName(view)} about={`Registration ${view.reference}`}>
      <RegistrationSections registration={view} level={2} />
      {view.note && (
        <Frame title="Note" level={2}>
          <p className="mt-2 wrap-anywhere whitespace-pre-line">{view.note}</p>
        </Frame>
      )}
    </PrintSheet>
  );
}
