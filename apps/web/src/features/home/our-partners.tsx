import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Section } from '@institute/ui/section.tsx';
import { useSite } from '../../api/context.ts';

export function OurPartners() {
  const { partners } = useSite();
  return (
    <Section
      aria-label="Our Partners"
      title="Our Partners"
      action={
        <ButtonLink to="/donations" variant="outline">
          Support our mission
        </ButtonLink>
      }
      className="pt-0!"
    >
      <ul className="grid gap-x-10 gap-y-8 md:grid-cols-3">
        {partners.map(({ id, name, logo, description }) => (
          <li key={id} className="flex items-start gap-4 md:flex-col">
            <ResponsiveImage
              src={logo}
              alt={`Logo of ${name}`}
              sizes="96px"
              ratio={1}
              fit="contain"
              className="w-20 shrink-0 rounded-control bg-card md:w-24"
            />
            <div className="flex min-w-0 flex-col gap-1">
              <Heading level={3}>{name}</Heading>
              <p className="text-base text-muted">{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
