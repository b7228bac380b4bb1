import { Heading } from '@institute/ui/heading.tsx';
import { Portrait } from '@institute/ui/portrait.tsx';
import { Section } from '@institute/ui/section.tsx';
import { useSite } from '../../api/context.ts';

export function Testimonials() {
  const { testimonials } = useSite();
  return (
    <Section tone="sand" aria-label="Testimonials" title="In their own words">
      <ul className="grid gap-5 lg:grid-cols-3 lg:gap-6">
        {testimonials.map(({ name, role, image, content, graduationYear, currentTeam }) => (
          <li key={name} className="flex flex-col rounded-card bg-card p-5 md:p-6">
            <figure className="flex grow flex-col gap-5">
              <div className="grow">
                <blockquote className="border-l-4 border-sun pl-4">
                  <p>{content}</p>
                </blockquote>
              </div>
              <figcaption className="flex flex-wrap items-center gap-4">
                <Portrait src={image} name={name} sizes="80px" className="size-20 shrink-0 rounded-full" />
                <div className="min-w-0 grow basis-[7rem]">
                  <Heading level={3} translate="no">
                    {name}
                  </Heading>
                  <p className="text-base font-medium text-green">{role}</p>
                  <p className="text-sm text-muted">{currentTeam}</p>
                  <p className="text-sm text-muted">{`Graduated in ${graduationYear}`}</p>
                </div>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}
