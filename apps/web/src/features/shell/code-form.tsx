import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Card, CardBody } from '@institute/ui/card.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { Form } from '@institute/ui/form.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/certificates.svg';
import { mapFaultsByField, usePostedForm } from '../../api/context.ts';

type CodeFormProps = { heading: string; intro: string; path: string; hint: string };

/** A form for a code. With and without scripts, the server redirects to the address of the code. */
export function CodeForm({ heading, intro, path, hint }: CodeFormProps) {
  const postedForm = usePostedForm(path);
  const codeFault = mapFaultsByField(postedForm?.faults).code;
  return (
    <>
      <PageHero title={heading} intro={intro} pattern={pattern} isShort />
      <Container className="py-6 md:py-section">
        <Card className="max-w-2xl">
          <CardBody className="md:p-8">
            <Form method="post" action={path} className="flex flex-col gap-5">
              {postedForm && !codeFault && <Alert tone="danger" title={postedForm.message} />}
              <Field label="Code" required hint={hint} error={codeFault}>
                <Input
                  name="code"
                  defaultValue={postedForm?.values.code}
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                />
              </Field>
              <Button type="submit" size="lg" className="self-start">
                Check
              </Button>
            </Form>
          </CardBody>
        </Card>
      </Container>
    </>
  );
}
