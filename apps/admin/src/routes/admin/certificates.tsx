import { createFileRoute } from '@tanstack/react-router';
import { makeFirstCallsLoader } from '../../api/first-calls.ts';
import { certificateAddress, toCertificateQuery } from '../../features/certificates/certificate-address.ts';
import { CertificatesPage } from '../../features/certificates/certificates-page.tsx';

export const Route = createFileRoute('/admin/certificates')({
  validateSearch: certificateAddress,
  head: () => ({ meta: [{ title: 'Certificates – Admin' }] }),
  loader: makeFirstCallsLoader(({ certificates, registrations }) => [
    certificates.list.prefetch(toCertificateQuery({})),
    registrations.choices.prefetch(),
  ]),
  component: CertificatesPage,
});
