import type { Certificate } from '@institute/contract';
import {
  certificateErasedMessage,
  certificateNotFoundMessage,
  findCertificateCodeFault,
  groupCodeDigits,
  makeCertificatePath,
  readCertificateCode,
  toClaims,
} from '@institute/contract/certificates.constants';
import { makeTelLink } from '@institute/contract/phone';
import { formatWholeDate } from '@institute/contract/whole-date';
import { Alert } from '@institute/ui/alert.tsx';
import { makeButtonClass } from '@institute/ui/button.tsx';
import { Card, CardBody } from '@institute/ui/card.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { BadgeCheck, CircleX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { listCertificateLines } from '../api/certificate-lines.ts';
import { useApi, useSite } from '../api/context.ts';
import { loadQuery } from '../api/load.ts';
import { CodeForm } from '../features/shell/code-form.tsx';
import { NotFoundPage } from '../features/shell/error-page.tsx';
import { makePersonalPageOptions } from '../features/shell/page-head.ts';

export const Route = createFileRoute('/certificates/{-$code}')({
  // Only the server loads a certificate, because no page of the site links to one
  ...(import.meta.env.SSR && {
    loader: ({ context: { queryClient, queries }, params: { code } }) =>
      code === undefined ? null : loadQuery(queryClient, queries.certificates.check(code)),
  }),
  ...makePersonalPageOptions(
    '/certificates',
    'Check a certificate',
    import.meta.env.SSR && 'Shows whether a certificate of the institute is genuine.',
  ),
  notFoundComponent: () => {
    const { code = '' } = Route.useParams();
    return (
      <NotFoundPage
        title="No such certificate"
        text={findCertificateCodeFault(code) ?? certificateNotFoundMessage}
        to="/certificates"
        label="Check another certificate"
      />
    );
  },
  component: CertificatesPage,
});

const signatureRightMessage = 'The signature on this paper is right.';

const stateHeadings = {
  valid: 'Valid certificate',
  withdrawn: 'Withdrawn certificate',
  replaced: 'Replaced certificate',
} as const;

function CertificatesPage() {
  const { code } = Route.useParams();
  return code !== undefined ? (
    <CertificatePage code={code} />
  ) : (
    <CodeForm
      heading="Check a certificate"
      intro="Scan the QR code on the paper, or write its code. Then compare each line of the page with the paper."
      path="/certificates"
      hint="Twelve letters and digits, such as 7KQ2-M9XH-T4WZ, or the address on the paper"
    />
  );
}

function CertificatePage({ code }: { code: string }) {
  const { data: certificate } = useSuspenseQuery(useApi().queries.certificates.check(code));
  if (!certificate) {
    return (
      <CheckCard>
        <CheckResult heading="Certificate" />
        <p className="max-w-text">{certificateErasedMessage}</p>
      </CheckCard>
    );
  }
  return <CheckedCertificatePage certificate={certificate} typed={code} />;
}

type CertificateProps = { certificate: Certificate };

/** Before a signature in the address is verified, the styles of `markUncheckedCertificate` show other parts. */
function CheckedCertificatePage({ certificate, typed }: CertificateProps & { typed: string }) {
  const signatureState = useSignatureVerdict(certificate);
  if (signatureState === 'wrong') return <ForgedCertificatePage />;
  const { state, withdrawnOn } = certificate;
  const isSignatureRight = signatureState === 'right';
  const code = groupCodeDigits(certificate.code);
  return (
    <CheckCard>
      <div data-paper="checked">
        {readCertificateCode(typed) !== certificate.code && (
          <p className="max-w-text">
            Did you mean <strong translate="no">{code}</strong>? That is the code of this certificate.
          </p>
        )}
        <CheckResult heading={stateHeadings[state]} isValid={state === 'valid'} />
        {withdrawnOn && (
          <p className="max-w-text">
            {`${state === 'replaced' ? 'Replaced' : 'Withdrawn'} on ${formatWholeDate(withdrawnOn)}. `}
            <OfficeContact />
          </p>
        )}
        {isSignatureRight && state === 'valid' && <Alert tone="success" title={signatureRightMessage} />}
        {isSignatureRight && state !== 'valid' && <p className="max-w-text">{signatureRightMessage}</p>}
      </div>
      <div data-paper="checking">
        <Heading level={1}>Checking this paper…</Heading>
      </div>
      <div data-paper="unchecked">
        <Heading level={1}>This paper is not checked</Heading>
        <p className="max-w-text">
          {'Its signature could not be checked here. Compare each line. '}
          <OfficeContact />
        </p>
      </div>
      <div data-paper="lines">
        <CertificateLines certificate={certificate} />
        <div className="flex flex-wrap gap-3 print:hidden">
          <CheckAnotherLink />
          {state === 'valid' && (
            <a
              href={`${makeCertificatePath(certificate.code)}/badge`}
              download
              className={makeButtonClass({ variant: 'outline' })}
            >
              Open Badge
            </a>
          )}
        </div>
      </div>
    </CheckCard>
  );
}

/** Shows nothing of the true certificate, which would make the forged one look credible. */
const ForgedCertificatePage = () => (
  <CheckCard>
    <CheckResult heading="This paper is not ours" />
    <p role="alert" className="max-w-text">
      The code on this paper was not made by this institute. Somebody may have copied a part of another one.{' '}
      <OfficeContact />
    </p>
    <CheckAnotherLink />
  </CheckCard>
);

const CheckAnotherLink = () => (
  <a href="/certificates" className={makeButtonClass({ variant: 'outline' })}>
    Check another certificate
  </a>
);

function OfficeContact() {
  const { phones, emails } = useSite().institute;
  const [contact] = [
    ...phones.map((phone) => ({ text: phone, href: makeTelLink(phone) })),
    ...emails.map((email) => ({ text: email, href: `mailto:${email}` })),
  ];
  return (
    contact && (
      <>
        {'Ask the institute: '}
        <a href={contact.href} className="font-semibold underline" translate="no">
          {contact.text}
        </a>
      </>
    )
  );
}

const CheckCard = ({ children }: { children: ReactNode }) => (
  <Container className="py-section">
    <Card className="mx-auto max-w-2xl">
      <CardBody className="items-start gap-4">{children}</CardBody>
    </Card>
  </Container>
);

const CheckResult = ({ heading, isValid = false }: { heading: string; isValid?: boolean }) => (
  <>
    {isValid ? (
      <BadgeCheck className="size-12 text-green" aria-hidden />
    ) : (
      <CircleX className="size-12 text-clay" aria-hidden />
    )}
    <Heading level={1}>{heading}</Heading>
  </>
);

const CertificateLines = ({ certificate }: CertificateProps) => (
  <div className="w-full">
    <p id="compare" className="font-semibold">
      Compare each line with the paper.
    </p>
    <table aria-labelledby="compare" translate="no" className="mt-2 w-full text-left">
      <tbody>
        {listCertificateLines(certificate).map(([label, value]) => (
          <tr key={label} className="border-t border-line align-top">
            <th scope="row" className="py-2 pr-4 font-normal whitespace-nowrap text-muted">
              {label}
            </th>
            <td className="w-full py-2 font-semibold wrap-anywhere">
              <bdi>{value}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/**
 * Checks the signature that the QR code adds to the address. Only the browser sees it, because fragments are
 * not sent to the server. Undefined when the address has none, or when the keys cannot be loaded.
 */
function useSignatureVerdict(certificate: Certificate): 'right' | 'wrong' | undefined {
  const [verdict, setVerdict] = useState<'right' | 'wrong'>();
  useEffect(() => {
    let isMounted = true;
    const checkPaperSignature = async () => {
      const { checkSignature } = await import('../api/signature.ts');
      const isRight = await checkSignature(location.hash, toClaims(certificate, ''));
      if (isMounted) setVerdict(isRight === undefined ? undefined : isRight ? 'right' : 'wrong');
      return isRight;
    };
    const markCheckedSignature = async () => {
      const isRight = await checkPaperSignature().catch(console.info);
      // The class stays on a forged paper, which would otherwise show for a moment until React has rendered
      // the verdict
      if (isRight !== false) document.documentElement.classList.remove('unchecked');
    };
    void markCheckedSignature();
    addEventListener('hashchange', markCheckedSignature);
    return () => {
      isMounted = false;
      removeEventListener('hashchange', markCheckedSignature);
    };
  }, [certificate]);
  return verdict;
}
