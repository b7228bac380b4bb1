import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { Pattern } from '@institute/ui/pattern/pattern.tsx';
import { useSite } from '../../api/context.ts';

export function AboutUs() {
  const { about, blurbs } = useSite();
  return (
    <section aria-label="About Us" className="py-section">
      <Container className="grid gap-x-16 gap-y-8 lg:grid-cols-[2fr_3fr]">
        <div className="flex flex-col items-start gap-4">
          <Heading level={2}>About Us</Heading>
          <p className="max-w-text">{about.mission}</p>
          <ButtonLink to="/about" variant="outline">
            More about us
          </ButtonLink>
        </div>
        <ul className="grid gap-x-8 gap-y-7 sm:grid-cols-2">
          {blurbs.map(({ title, text }) => (
            <li key={title} className="flex gap-4">
              <Pattern seed={title} cols={1} rows={1} className="size-12 shrink-0 rounded-control" />
              <div className="flex min-w-0 flex-col gap-1">
                <Heading level={3}>{title}</Heading>
                <p className="text-base text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </Container>
    </section>
  );
}
