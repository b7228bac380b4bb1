import { makeCertificatePath } from '@institute/contract/certificates.constants';
import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import { needs } from '@institute/contract/rights.constants';
import { formatDate } from '@institute/contract/time';
import { Alert } from '@institute/ui/alert.tsx';
import { Button, makeButtonClass } from '@institute/ui/button.tsx';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { Loading } from '../../ui/load-error.tsx';
import { FramedSection } from '../../ui/titled-section.tsx';
import { CorrectCertificateDialog } from './certificate-dialogs.tsx';
import { type Certificate, CertificateState, isPrintable } from './certificate-state.tsx';
import { IssueButton } from './issue-dialog.tsx';
import { usePrint } from './use-print.ts';

type CertificateSectionProps = {
  registrationId: number;
  status: RegistrationStatus;
  name: string;
  /** The person's names before corrections. A valid paper with one of them may have to be issued again. */
  formerNames: string[];
};

/** The certificates of one registration, newest first. Renders nothing until they are loaded. */
export function CertificateSection({ registrationId, status, name, formerNames }: CertificateSectionProps) {
  const maySeeCertificates = useMaySee()(needs.certificates);
  const certificatesQuery = admin.certificates.list.useQuery(
    { registrationId },
    { enabled: maySeeCertificates },
  );
  const { printOne, isPending } = usePrint();
  const mayIssue =
    status === 'completed' && certificatesQuery.data?.items.every(({ state }) => state !== 'valid');
  if (!maySeeCertificates || (!certificatesQuery.error && !certificatesQuery.data?.items.length && !mayIssue))
    return null;
  return (
    <FramedSection title="Certificate">
      <Loading query={certificatesQuery} failed="The certificate could not be loaded" skeleton={null}>
        {({ items }) => (
          <ul className="divide-y divide-line">
            {items.map((certificate) => (
              <li key={certificate.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
                {certificate.state === 'valid' && formerNames.includes(certificate.holder ?? '') && (
                  <IssueAgainButton certificate={certificate} name={name} />
                )}
                <span className="grow">
                  <span className="font-semibold tabular-nums">{certificate.number}</span>{' '}
                  <CertificateState state={certificate.state} />
                  <span className="block text-sm text-muted">
                    {`Issued on ${formatDate(certificate.issuedOn)}`}
                    {certificate.issueReason && ` · ${certificate.issueReason}`}
                    {certificate.reason && ` · ${certificate.reason}`}
                  </span>
                </span>
                <span className="flex gap-2 print:hidden">
                  <a
                    href={makeCertificatePath(certificate.code)}
                    target="_blank"
                    rel="noopener"
                    className={makeButtonClass({ size: 'sm', variant: 'outline' })}
                  >
                    Check page
                  </a>
                  {isPrintable(certificate) && (
                    <Button
                      size="sm"
                      variant="outline"
                      pending={isPending}
                      onClick={() => void printOne(certificate.id)}
                    >
                      PDF
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loading>
      {mayIssue && (
        <div className="mt-2 print:hidden">
          <IssueButton ids={[registrationId]} label="Issue Certificate" />
        </div>
      )}
    </FramedSection>
  );
}

/** A certificate keeps its former name until an owner issues it again. */
function IssueAgainButton({ certificate, name }: { certificate: Certificate; name: string }) {
  const { data: own } = admin.account.get.useQuery();
  const [isOpen, setOpen] = useState(false);
  return (
    <Alert tone="warning" title="Issue the certificate again?" className="basis-full">
      <p className="wrap-anywhere">
        {`It says ${certificate.holder}. The name is ${name} now.`}
        {!own?.isOwner && ' An owner can issue it again.'}
      </p>
      {own?.isOwner && (
        <Button size="sm" className="mt-2" onClick={() => setOpen(true)}>
          Issue Again
        </Button>
      )}
      {isOpen && (
        <CorrectCertificateDialog
          certificate={{ ...certificate, holder: name }}
          onClose={() => setOpen(false)}
        />
      )}
    </Alert>
  );
}
