import { formatIntakeStart } from '@institute/contract/intakes.constants';
import { formatLocalMoney } from '@institute/contract/money';
import type { PostedValues } from '@institute/contract/page-bundle';
import { formatWaitingListPlace } from '@institute/contract/registrations.constants';
import { formatDate } from '@institute/contract/time';
import { Alert } from '@institute/ui/alert.tsx';
import { Button, makeButtonClass } from '@institute/ui/button.tsx';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Card, CardBody } from '@institute/ui/card.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { Form } from '@institute/ui/form.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/registration.svg';
import { createFileRoute, useLocation } from '@tanstack/react-router';
import { usePostedForm } from '../../api/context.ts';
import { AskOffice } from '../../features/fees/ask-office.tsx';
import { useLastReference } from '../../features/registration/last-reference.ts';
import { MissingDocuments } from '../../features/registration/missing-documents.tsx';
import { useSmsCodes } from '../../features/registration/sms-codes.ts';
import { makePersonalPageOptions } from '../../features/shell/page-head.ts';
import { makeParameterReader } from '../../navigation/page-query.ts';

export const Route = createFileRoute('/registration/status')({
  validateSearch: makeParameterReader<'reference'>('reference'),
  ...makePersonalPageOptions(
    '/registration/status',
    'Where your application stands',
    import.meta.env.SSR &&
      'See with your reference and your phone number how far we are with your application.',
  ),
  component: StatusPage,
});

const statusPath = '/registration/status';

/** A POST form keeps reference and phone number out of the URL. */
function StatusPage() {
  const postedForm = usePostedForm(statusPath);
  const isRegistrationFound = postedForm?.values.status !== undefined;
  const sendsSmsToApplicants = useSmsCodes().length > 0;
  return (
    <>
      <PageHero
        title="Where your application stands"
        intro={
          isRegistrationFound
            ? ''
            : `Your reference stands in the ${sendsSmsToApplicants ? 'SMS or the ' : ''}email that we sent you after you registered, such as REG-2026-000123. The phone with which you registered has it, too.`
        }
        pattern={pattern}
        isShort
      />
      <Container className="py-6 md:py-section">
        <Card className="max-w-2xl">
          <CardBody className="md:p-8">
            {postedForm && isRegistrationFound ? (
              <StatusAnswer values={postedForm.values} />
            ) : (
              <StatusForm posted={postedForm} />
            )}
          </CardBody>
        </Card>
      </Container>
    </>
  );
}

function StatusAnswer({ values }: Pick<PostedValues, 'values'>) {
  return (
    <>
      <p className="text-muted">
        Application <span translate="no">{values.reference}</span>
      </p>
      <p role="status" className="text-xl font-semibold">
        {`Status: ${values.status}`}
      </p>
      <p>{values.meaning}</p>
      {values.place && <p className="font-semibold">{formatWaitingListPlace(Number(values.place))}</p>}
      {values.program && <p>{`Program: ${values.program}`}</p>}
      {values.startsOn && <p className="font-semibold">{formatIntakeStart(formatDate(values.startsOn))}</p>}
      {values.heldAt && <p>{`Place: ${values.heldAt}`}</p>}
      {values.dueOn && (
        <p className="font-semibold">
          {`Due on ${formatDate(values.dueOn)}: ${formatLocalMoney(Number(values.dueAmount))}. `}
          <a href="/fees" className="underline">
            See your fees
          </a>
        </p>
      )}
      {values.asks && <AskOffice />}
      {values.missing && <MissingDocuments count={Number(values.missing)} />}
      <p className="text-muted">{`Sent on ${formatDate(values.sentOn ?? '')}`}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        {/* Loads a new document, because a link within the site would keep the answer */}
        <a href={statusPath} className={makeButtonClass({ variant: 'outline' })}>
          Another application
        </a>
        <OwnApplicationsLink />
      </div>
    </>
  );
}

const OwnApplicationsLink = () => (
  <ButtonLink to="/registration/mine" variant="outline" className="needs-script">
    My applications on this phone
  </ButtonLink>
);

function StatusForm({ posted }: { posted: PostedValues | undefined }) {
  // Set by the list of this phone's registrations; the server does not know it
  const referenceFromHistory = useLocation({ select: ({ state }) => state.reference });
  const { reference: asked } = Route.useSearch();
  return (
    <Form method="post" action={statusPath} className="flex flex-col gap-5">
      {posted && <Alert tone="danger" title={posted.message} />}
      <Field label="Reference" required>
        <Input
          ref={useLastReference()}
          name="reference"
          defaultValue={posted?.values.reference ?? referenceFromHistory ?? asked}
          autoComplete="off"
          autoCapitalize="characters"
        />
      </Field>
      <Field label="Phone" required hint="The number that you gave in the registration">
        <Input name="phone" type="tel" defaultValue={posted?.values.phone} autoComplete="tel" />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="lg">
          Show status
        </Button>
        <OwnApplicationsLink />
      </div>
    </Form>
  );
}
