import { documentsPath } from '@institute/contract/applicant-documents.constants';
import type { PostedValues } from '@institute/contract/page-bundle';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Card, CardBody } from '@institute/ui/card.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { Form } from '@institute/ui/form.tsx';
import { useEffect, useRef } from 'react';
import { mapFaultsByField } from '../../../api/context.ts';

/** Posted, so that neither reference nor phone stands in an address. */
export function TicketForm({ posted }: { posted: PostedValues | undefined }) {
  const faultsByField = mapFaultsByField(posted?.faults);
  const referenceField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Opened documents show no form, and need none of its code
    import('../last-reference.ts').then(
      ({ fillLastReference }) => fillLastReference(referenceField.current),
      console.info,
    );
  }, []);
  return (
    <Card className="max-w-2xl">
      <CardBody className="md:p-8">
        <Form method="post" action={documentsPath} className="flex flex-col gap-5">
          {posted?.message && <Alert tone="danger" title={posted.message} />}
          <Field
            label="Reference or Pay Code"
            required
            error={faultsByField.reference}
            hint="Such as REG-2026-000123"
          >
            <Input
              ref={referenceField}
              name="reference"
              defaultValue={posted?.values.reference}
              autoComplete="off"
              autoCapitalize="characters"
            />
          </Field>
          <Field
            label="Phone"
            required
            error={faultsByField.phone}
            hint="The number that you gave in the registration"
          >
            <Input name="phone" type="tel" defaultValue={posted?.values.phone} autoComplete="tel" />
          </Field>
          <Button type="submit" size="lg" className="self-start">
            Continue
          </Button>
        </Form>
      </CardBody>
    </Card>
  );
}
