import { isAskNeeded } from '@institute/contract/asks.constants';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Card } from '@institute/ui/card.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { Pattern } from '@institute/ui/pattern/pattern.tsx';
import { Skeleton } from '@institute/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useHydrated, useLocation } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useApi, useHasTexts, usePostedForm, useSite } from '../api/context.ts';
import { readSiteData } from '../api/site-data.ts';
import { MissingDocuments } from '../features/registration/missing-documents.tsx';
import { canPhoneGetSms, useSmsCodes } from '../features/registration/sms-codes.ts';
import { makePageHead } from '../features/shell/page-head.ts';

export const Route = createFileRoute('/registration-success')({
  staticData: { site: ['registrationSuccess'] },
  head: ({ match: { context } }) =>
    makePageHead(context, {
      title: 'Registration Successful!',
      description:
        import.meta.env.SSR && `Registration Successful! ${readSiteData(context)?.registrationSuccess ?? ''}`,
      path: '/registration-success',
      noindex: true,
    }),
  component: RegistrationSuccess,
});

function RegistrationSuccess() {
  const { registrationSuccess } = useSite('registrationSuccess');
  const hasTexts = useHasTexts();
  return (
    <Container className="py-section">
      <Card className="mx-auto max-w-2xl">
        <Pattern seed="registration success" cols={10} rows={2} className="aspect-[10/2] w-full" />
        <div className="flex flex-col items-start gap-4 p-6 md:p-10">
          <CircleCheck className="size-12 text-green" strokeWidth={1.75} aria-hidden />
          <Heading level={1} className="max-sm:text-[min(var(--text-2xl),11vw)]">
            Registration Successful!
          </Heading>
          {hasTexts ? (
            <p className="max-w-text whitespace-pre-line empty:hidden">{registrationSuccess}</p>
          ) : (
            <Skeleton className="h-20 w-full max-w-text" />
          )}
          <ReferenceNotice />
          <p className="flex flex-wrap gap-x-6">
            {[
              ['/registration/status', 'Where your application stands'],
              ['/registration/mine', 'My applications on this phone'],
            ].map(([to, label]) => (
              <Link
                key={to}
                to={to}
                className="inline-flex min-h-11 items-center text-green underline underline-offset-4"
              >
                {label}
              </Link>
            ))}
          </p>
          <div className="mt-2 flex flex-wrap gap-3">
            <ButtonLink to="/programs">Explore Programs</ButtonLink>
            <ButtonLink to="/" variant="outline">
              Return Home
            </ButtonLink>
          </div>
        </div>
      </Card>
    </Container>
  );
}

/** Only the browser that sent the registration knows the reference. Without scripts the server gives it. */
function ReferenceNotice() {
  const postedValues = usePostedForm('/registration-success')?.values;
  const historyState = useLocation({ select: ({ state }) => state });
  const isHydrated = useHydrated();
  const sentRegistrationState = isHydrated && historyState.reference ? historyState : undefined;
  const { reference, smsTo } = sentRegistrationState ?? postedValues ?? {};
  const missingAskCount =
    useMissingAskCount(sentRegistrationState?.programId) ?? Number(postedValues?.missing ?? 0);
  const smsCodes = useSmsCodes();
  if (!reference) return null;
  return (
    <>
      <p className="rounded-control bg-green-soft px-4 py-3">
        Your reference:{' '}
        <strong translate="no" className="inline-block">
          {reference}
        </strong>
      </p>
      {smsTo && canPhoneGetSms(smsCodes, smsTo) && (
        <p>
          We send an SMS to{' '}
          <span translate="no" className="inline-block">
            {smsTo}
          </span>{' '}
          with your reference.
        </p>
      )}
      {missingAskCount > 0 && <MissingDocuments count={missingAskCount} />}
    </>
  );
}

/** What the program asks of everybody. Undefined until it is known. */
function useMissingAskCount(programId: string | undefined): number | undefined {
  const { queries } = useApi();
  const { data } = useQuery({
    ...queries.programs.detail(programId ?? ''),
    enabled: programId !== undefined,
  });
  return data?.asks.filter((ask) => isAskNeeded(ask) && !ask.onlyIf).length;
}
