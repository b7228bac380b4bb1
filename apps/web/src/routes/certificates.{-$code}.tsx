import type { Certificate } from '@institute/contract';
import {
  certificateErasedMessage,
  certificateNotFoundMessage,
  findCertificateCodeFault,
  groupCode,
  makeCertificatePath,
  readCertificateCode,
  toClaims,
} from '@institute/contract/certificates.constants';
import { makeTelLink } from '@institute/contract/phone';
import { formatWholeDate } from '@institute/contract/whole-date';
import { Alert } from '@institute/ui/alert.tsx';
import { buttonClass } from '@institute/ui/button.tsx';
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
import { makePersonalPage } from '../features/shell/page-head.ts';

export const Route = createFileRoute('/certificates/{-$code}')({
  // A browser never comes from another page of the site to a certificate
  ...(import.meta.env.SSR && {
    loader: ({ context: { queryClient, queries }, params: { code } }) =>
      code === undefined ? null : loadQuery(queryClient, queries.certificates.check(code)),
  }),
  ...makePersonalPage(
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

const headings = {
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
  return <CheckedPage certificate={certificate} typed={code} />;
}

type CertificateProps = { certificate: Certificate };

/** Before a signature in the address is verified, the styles of `markUnchecked` show other parts. */
function CheckedPage({ certificate, typed }: CertificateProps & { typed: string }) {
  const signature = useSignature(certificate);
  if (signature === 'wrong') return <ForgedPage />;
  const { state, withdrawnOn } = certificate;
  const isRight = signature === 'right';
  const code = groupCode(certificate.code);
  return (
    <CheckCard>
      <div data-paper="checked">
        {readCertificateCode(typed) !== certificate.code && (
          <p className="max-w-text">
            Did you mean <strong translate="no">{code}</strong>? That is the code of this certificate.
          </p>
        )}
        <CheckResult heading={headings[state]} isValid={state === 'valid'} />
        {withdrawnOn && (
          <p className="max-w-text">
            {`${state === 'replaced' ? 'Replaced' : 'Withdrawn'} on ${formatWholeDate(withdrawnOn)}. `}
            <WhomToCall />
          </p>
        )}
        {isRight && state === 'valid' && <Alert tone="success" title={signatureRightMessage} />}
        {isRight && state !== 'valid' && <p className="max-w-text">{signatureRightMessage}</p>}
      </div>
      <div data-paper="checking">
        <Heading level={1}>Checking this paper…</Heading>
      </div>
      <div data-paper="unchecked">
        <Heading level={1}>This paper is not checked</Heading>
        <p className="max-w-text">
          {'Its signature could not be checked here. Compare each line. '}
          <WhomToCall />
        </p>
      </div>
      <div data-paper="lines">
        <CertificateLines certificate={certificate} />
        <div className="flex flex-wrap gap-3 print:hidden">
          <AnotherLink />
          {state === 'valid' && (
            <a
              href={`${makeCertificatePath(certificate.code)}/badge`}
              download
              className={buttonClass({ variant: 'outline' })}
            >
              Open Badge
            </a>
          )}
        </div>
      </div>
    </CheckCard>
  );
}

/** Shows nothing of the true certificate, which would lend itself to the forger. */
const ForgedPage = () => (
  <CheckCard>
    <CheckResult heading="This paper is not ours" />
    <p role="alert" className="max-w-text">
      The code on this paper was not made by this institute. Somebody may have copied a part of another one.{' '}
      <WhomToCall />
    </p>
    <AnotherLink />
  </CheckCard>
);

const AnotherLink = () => (
  <a href="/certificates" className={buttonClass({ variant: 'outline' })}>
    Check another certificate
  </a>
);

function WhomToCall() {
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
 * What the QR code carries in addition to the address. Only the browser sees it, since fragments are not sent.
 * Undefined without one, and while the keys are not to be had.
 */
function useSignature(certificate: Certificate): 'right' | 'wrong' | undefined {
  const [verdict, setVerdict] = useState<'right' | 'wrong'>();
  useEffect(() => {
    let isShown = true;
    const check = async () => {
      const { checkSignature } = await import('../api/signature.ts');
      const isRight = await checkSignature(location.hash, toClaims(certificate, ''));
      if (isShown) setVerdict(isRight === undefined ? undefined : isRight ? 'right' : 'wrong');
      return isRight;
    };
    const tryCheck = async () => {
      const isRight = await check().catch(console.info);
      // A forged paper is not shown for the moment until React has rendered the verdict
      if (isRight !== false) document.documentElement.classList.remove('unchecked');
    };
    void tryCheck();
    addEventListener('hashchange', tryCheck);
    return () => {
      isShown = false;
      removeEventListener('hashchange', tryCheck);
    };
  }, [certificate]);
  return verdict;
}
