import { Card, CardBody, CardLink, linkedCardClass } from '@institute/ui/card.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Section } from '@institute/ui/section.tsx';
import { useQuery } from '@tanstack/react-query';
import { useApi, useSite } from '../../api/context.ts';
import { queryProgramPages } from '../../lists/content-pages.ts';

/** A card leads to the program that its title names. */
export function CorePrograms() {
  const { core } = useSite('programBlocks').programBlocks;
  // Uses the list that the catalog has loaded without a filter, which saves a second call
  const { data } = useQuery({ ...queryProgramPages(useApi().queries, {})(1), enabled: false });
  const findProgramByTitle = (title: string) =>
    data?.data.find(({ name }) => padTextWithSpaces(title).includes(padTextWithSpaces(name)));
  if (core.length === 0) return null;
  return (
    <Section aria-label="Core Programs" title="Core Programs">
      <ul className="grid gap-5 md:grid-cols-3 lg:gap-6">
        {core.map(({ title, text, image }) => {
          const program = findProgramByTitle(title);
          return (
            <Card key={title} as="li" tone="sand" className={program && linkedCardClass}>
              <ResponsiveImage
                src={image}
                alt={title}
                ratio={16 / 9}
                sizes="(min-width: 768px) 380px, 100vw"
                className="w-full"
              />
              <CardBody>
                <Heading level={3}>
                  {program ? (
                    <CardLink to="/programs/$id" params={{ id: String(program.id) }}>
                      {title}
                    </CardLink>
                  ) : (
                    title
                  )}
                </Heading>
                <p className="text-base">{text}</p>
              </CardBody>
            </Card>
          );
        })}
      </ul>
    </Section>
  );
}

/** Ends with spaces, so that no name is found within a word. */
const padTextWithSpaces = (text: string) => ` ${text.trim().toLowerCase()} `;
