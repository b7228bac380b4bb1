import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Card, CardBody } from '@institute/ui/card.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { Section } from '@institute/ui/section.tsx';
import { useSite } from '../../api/context.ts';

export function OurValues() {
  const { values } = useSite();
  return (
    <Section
      aria-label="Our Values"
      title="Our Values"
      action={
        <ButtonLink to="/alumni" variant="outline">
          Meet our alumni
        </ButtonLink>
      }
      className="pt-0!"
    >
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4 lg:gap-6">
        {values.map(({ title, text }) => (
          <Card key={title} as="li" tone="sand">
            <CardBody>
              <Heading level={3}>{title}</Heading>
              <p className="text-base">{text}</p>
            </CardBody>
          </Card>
        ))}
      </ul>
    </Section>
  );
}
