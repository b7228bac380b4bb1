import type { PostedValues } from '@institute/contract/page-bundle';
import { makeTelLink } from '@institute/contract/phone';
import { consentMissingFault } from '@institute/contract/registrations.constants';
import { Card, CardBody } from '@institute/ui/card.tsx';
import { Container } from '@institute/ui/container.tsx';
import { FormFaults } from '@institute/ui/form-outcome.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/registration.svg';
import { Skeleton } from '@institute/ui/skeleton.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { useHasTexts, usePostedForm, useSite } from '../../api/context.ts';
import { loadQuery, startQueries } from '../../api/load.ts';
import { nameField } from '../../features/registration/fields.ts';
import { Wizard } from '../../features/registration/wizard.tsx';
import { questionOrder } from '../../features/registration/wizard-state.ts';
import { makeSiteHead } from '../../features/shell/page-head.ts';
import { makeParameterReader } from '../../navigation/page-query.ts';

export const Route = createFileRoute('/registration/')({
  staticData: { site: ['pages.registration', 'openingHours'] },
  validateSearch: makeParameterReader<'program'>('program'),
  loaderDeps: ({ search: { program } }) => ({ program }),
  loader: async ({ context: { queryClient, queries, posted }, deps }) => {
    await startQueries(queryClient, queries.registration.programs(), queries.registration.intakes());
    // Without scripts the page has to say what the chosen program asks for. One that is gone is no fault of the page
    const chosenProgram = posted?.values.programId ?? deps.program;
    if (import.meta.env.SSR && chosenProgram)
      await loadQuery(queryClient, queries.programs.detail(chosenProgram)).catch(() => undefined);
  },
  head: makeSiteHead('registration'),
  component: RegistrationPage,
});

function RegistrationPage() {
  const { program = '' } = Route.useSearch();
  const pageWords = useSite('pages.registration').pages.registration;
  const postedForm = usePostedForm('/registration');
  return (
    <div className="group">
      {postedForm?.message && (
        <div className="without-script">
          <RegistrationRefusal posted={postedForm} />
        </div>
      )}
      {/* Later steps hide this part, so that they show only themselves */}
      <div className="group-has-data-step:sr-only">
        <PageHero {...pageWords} pattern={pattern} isShort />
      </div>
      <Container className="grid gap-6 py-4 md:py-8 lg:items-start lg:gap-10 lg:has-[>aside]:grid-cols-[1fr_20rem]">
        <Card>
          <CardBody className="md:p-8">
            <Wizard program={program} posted={postedForm} />
          </CardBody>
        </Card>
        <RegistrationHelp />
      </Container>
    </div>
  );
}

function RegistrationRefusal({ posted: { message, faults } }: { posted: PostedValues }) {
  const lacksConsent = faults.some(({ path }) => path === 'consent');
  return (
    <FormFaults
      form="registration"
      posted={{ message: lacksConsent ? consentMissingFault.title : message, faults }}
      labels={Object.fromEntries(questionOrder.map((question) => [question, nameField(question)]))}
    />
  );
}

function RegistrationHelp() {
  const { institute, openingHours } = useSite('openingHours');
  const hasTexts = useHasTexts();
  if (hasTexts && institute.phones.length + openingHours.length === 0) return null;
  return (
    <Card as="aside" tone="sand" aria-label="Help">
      <CardBody>
        <Heading level={2} size="card">
          Would you rather talk to us?
        </Heading>
        <ul>
          {institute.phones.slice(0, 1).map((phone) => (
            <li key={phone}>
              <a
                href={makeTelLink(phone)}
                className="inline-flex min-h-11 items-center font-semibold text-green underline underline-offset-4"
              >
                {phone}
              </a>
            </li>
          ))}
        </ul>
        {hasTexts ? (
          <dl className="text-base">
            {openingHours.map(({ days, hours }) => (
              <div key={days} className="flex flex-wrap justify-between gap-x-3">
                <dt>{days}</dt>
                <dd>{hours}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <Skeleton className="h-14" />
        )}
      </CardBody>
    </Card>
  );
}
