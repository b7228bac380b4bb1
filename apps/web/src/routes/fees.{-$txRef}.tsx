import type { FeeStatement } from '@institute/contract';
import type { PostedValues } from '@institute/contract/page-bundle';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Card, CardBody } from '@institute/ui/card.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { Form } from '@institute/ui/form.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/fees.svg';
import { createFileRoute } from '@tanstack/react-router';
import { mapFaultsByField, usePostedForm } from '../api/context.ts';
import { loadQuery } from '../api/load.ts';
import { FeePayment } from '../features/fees/fee-payment.tsx';
import { FeeStatementSections } from '../features/fees/statement.tsx';
import { useLastReference } from '../features/registration/last-reference.ts';
import { makePersonalPageOptions } from '../features/shell/page-head.ts';

export const Route = createFileRoute('/fees/{-$txRef}')({
  // Only the server loads a payment, because no page of the site links to one
  ...(import.meta.env.SSR && {
    loader: ({ context: { queryClient, queries }, params: { txRef } }) =>
      txRef === undefined ? null : loadQuery(queryClient, queries.fees.payment(txRef)),
  }),
  ...makePersonalPageOptions(
    '/fees',
    'Fees',
    import.meta.env.SSR &&
      'See with your reference or pay code and your phone number what you owe, and pay an instalment.',
  ),
  component: FeesPage,
});

/** A POST form keeps reference and phone number out of the URL. */
function FeesPage() {
  const { txRef } = Route.useParams();
  const postedForm = usePostedForm('/fees');
  const showsCodeForm = txRef === undefined && !postedForm?.answer;
  return (
    <>
      <PageHero
        title="Fees"
        intro={
          showsCodeForm
            ? 'See what is owed and what was paid, and pay an instalment. The reference stands in the messages that we sent you, such as REG-2026-000123; the pay code on your statement.'
            : ''
        }
        pattern={pattern}
        isShort
      />
      <Container className="py-6 md:py-section">
        {txRef !== undefined ? (
          <FeePayment txRef={txRef} />
        ) : postedForm?.answer ? (
          <FeeStatementSections posted={postedForm} statement={postedForm.answer as FeeStatement} />
        ) : (
          <Card className="max-w-2xl">
            <CardBody className="md:p-8">
              <FeesForm posted={postedForm} />
            </CardBody>
          </Card>
        )}
      </Container>
    </>
  );
}

function FeesForm({ posted }: { posted: PostedValues | undefined }) {
  const faultsByField = mapFaultsByField(posted?.faults);
  const codeFault = faultsByField.reference ?? faultsByField.payCode;
  return (
    <Form method="post" action="/fees" className="flex flex-col gap-5">
      {posted && !codeFault && !faultsByField.phone && <Alert tone="danger" title={posted.message} />}
      <Field
        label="Reference or Pay Code"
        required
        error={codeFault && <span role="alert">{codeFault}</span>}
      >
        <Input
          ref={useLastReference()}
          name="code"
          defaultValue={posted?.values.code}
          autoComplete="off"
          autoCapitalize="characters"
        />
      </Field>
      <Field
        label="Phone"
        required
        hint="The number that was given in the registration"
        error={faultsByField.phone}
      >
        <Input name="phone" type="tel" defaultValue={posted?.values.phone} autoComplete="tel" />
      </Field>
      <Button type="submit" size="lg" className="self-start">
        Show
      </Button>
    </Form>
  );
}
