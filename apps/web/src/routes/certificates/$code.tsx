import type { Certificate } from '@institute/contract';
import {
  certificateErased,
  certificateNotFound,
  certificatePath,
  cutToLine,
  groupCode,
  toClaims,
} from '@institute/contract/certificates.constants';
import { formatNumber } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import { Alert } from '@institute/ui/alert.tsx';
import { buttonClass } from '@institute/ui/button.tsx';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Card, CardBody } from '@institute/ui/card.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { BadgeCheck, CircleX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useApi } from '../../api/context.ts';
import { loadQuery } from '../../api/load.ts';
import { checkPage } from '../../features/shell/check-page.ts';
import { NotFoundPage } from '../../features/shell/error-page.tsx';

export const Route = createFileRoute('/certificates/$code')({
  loader: ({ context: { queryClient, queries }, params: { code } }) =>
    loadQuery(queryClient, queries.certificates.check(code)),
  ...checkPage,
  notFoundComponent: () => (
    <NotFoundPage
      title="No such certificate"
      text={certificateNotFound}
      to="/certificates"
      label="Check another certificate"
    />
  ),
  component: CertificatePage,
});

const headings = {
  valid: 'Valid certificate',
  withdrawn: 'Withdrawn certificate',
  replaced: 'Replaced certificate',
} as const;

function CertificatePage() {
  const { code } = Route.useParams();
  const { data: certificate } = useSuspenseQuery(useApi().queries.certificates.check(code));
  if (!certificate) {
    return (
      <CheckCard heading="Certificate">
        <p className="max-w-text">{certificateErased}</p>
      </CheckCard>
    );
  }
  const { state, withdrawnOn, reason, replacedBy } = certificate;
  return (
    <CheckCard heading={headings[state]} isValid={state === 'valid'}>
      {withdrawnOn && reason && (
        <p className="max-w-text wrap-anywhere">
          {`${state === 'replaced' ? 'Replaced' : 'Withdrawn'} on ${formatDate(withdrawnOn)}: `}
          <bdi>{reason}</bdi>
        </p>
      )}
      {replacedBy && (
        <ButtonLink to={certificatePath(replacedBy.code)} variant="outline">
          {`Certificate ${replacedBy.number} replaces it`}
        </ButtonLink>
      )}
      <Signature certificate={certificate} />
      <Lines certificate={certificate} />
      <div className="flex flex-wrap gap-3 print:hidden">
        <ButtonLink to="/certificates" variant="outline">
          Check another certificate
        </ButtonLink>
        {state === 'valid' && (
          <a
            href={`${certificatePath(certificate.code)}/badge`}
            download
            className={buttonClass({ variant: 'outline' })}
          >
            Open Badge
          </a>
        )}
      </div>
    </CheckCard>
  );
}

type CheckCardProps = { heading: string; isValid?: boolean; children: ReactNode };

const CheckCard = ({ heading, isValid = false, children }: CheckCardProps) => (
  <Container className="py-section">
    <Card className="mx-auto max-w-2xl">
      <CardBody className="items-start gap-4">
        {isValid ? (
          <BadgeCheck className="size-12 text-green" aria-hidden />
        ) : (
          <CircleX className="size-12 text-clay" aria-hidden />
        )}
        <Heading level={1}>{heading}</Heading>
        {children}
      </CardBody>
    </Card>
  </Container>
);

type Shown = { certificate: Certificate };

/** Every line that is printed, as it is printed. */
function Lines({ certificate }: Shown) {
  const { hours, from, to, issuedOn } = certificate;
  const lines: [string, string | null][] = [
    ['Institute', certificate.issuer.name],
    ['Name', certificate.holder],
    ['Program', cutToLine(certificate.program)],
    ['Hours', hours === null ? null : formatNumber(hours)],
    ['From', from && formatDate(from)],
    ['To', to && formatDate(to)],
    ['Issued on', formatDate(issuedOn)],
    ['Signed by', certificate.signerName],
    ['Title', certificate.signerTitle],
    ['Number', certificate.number],
    ['Code', groupCode(certificate.code)],
    ['Note', certificate.note],
  ];
  return (
    <div className="w-full">
      <p id="compare" className="font-semibold">
        Compare each line with the paper.
      </p>
      <table aria-labelledby="compare" translate="no" className="mt-2 w-full text-left">
        <tbody>
          {lines.map(
            ([label, value]) =>
              value && (
                <tr key={label} className="border-t border-line align-top">
                  <th scope="row" className="py-2 pr-4 font-normal whitespace-nowrap text-muted">
                    {label}
                  </th>
                  <td className="w-full py-2 font-semibold wrap-anywhere">
                    <bdi>{value}</bdi>
                  </td>
                </tr>
              ),
          )}
        </tbody>
      </table>
    </div>
  );
}

/** What the QR code carries besides the address. Only the browser sees it, since fragments are not sent. */
function Signature({ certificate }: Shown) {
  const [isRight, setRight] = useState<boolean>();
  useEffect(() => {
    let isShown = true;
    const check = async () => {
      const { checkSignature, readFragment } = await import('../../api/signature.ts');
      const jws = readFragment(location.hash);
      const verdict = jws ? await checkSignature(jws, toClaims(certificate, '')) : undefined;
      if (isShown) setRight(verdict);
    };
    const tryCheck = () => void check().catch(console.info);
    tryCheck();
    addEventListener('hashchange', tryCheck);
    return () => {
      isShown = false;
      removeEventListener('hashchange', tryCheck);
    };
  }, [certificate]);
  if (isRight === undefined) return null;
  return isRight ? (
    <Alert tone="success" title="The signature on this paper is right." />
  ) : (
    <Alert tone="danger" title="The code on this paper was not made by this institute." />
  );
}
