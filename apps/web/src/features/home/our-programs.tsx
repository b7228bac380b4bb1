import { formatSeatsLeft } from '@institute/contract/intakes.constants';
import { formatPrice } from '@institute/contract/money';
import { capitalise } from '@institute/contract/text';
import { formatDate } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Card } from '@institute/ui/card.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Section } from '@institute/ui/section.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ProgramSlide as Slide } from '../../api/api.ts';
import { useApi } from '../../api/context.ts';
import { CardSkeletons, LoadedItems } from '../../lists/cards.tsx';
import { Carousel } from './carousel.tsx';
import type { SharedRotation } from './rotation.ts';

const cardClass = 'h-full md:grid md:grid-cols-2';

const slideTextClass = 'flex flex-col items-start gap-3 p-5 md:justify-center md:p-8 lg:p-12';

export function OurPrograms({ rotation }: { rotation: SharedRotation }) {
  const { queries } = useApi();
  const slides = useQuery({ ...queries.programSlides(), select: ({ data }) => data });
  if (slides.data?.length === 0) return null;
  return (
    <Section
      title="Our Programs"
      action={
        <Link
          to="/programs"
          className="inline-flex min-h-11 items-center font-semibold text-green underline-offset-4 hover:underline"
        >
          All programs
        </Link>
      }
    >
      <LoadedItems list={slides} skeleton={<ProgramSlideSkeleton />}>
        {(programs) => (
          <Carousel
            label="Our Programs"
            items={programs}
            itemKey={({ id }) => id}
            rotation={rotation}
            controlsClassName="mt-3 xl:-ml-1.5"
            slideClassName="p-px"
            renderItem={(program) => <ProgramSlide program={program} />}
          />
        )}
      </LoadedItems>
    </Section>
  );
}

function ProgramSlide({ program }: { program: Slide }) {
  const { id, name, category, beginning, duration, price, imageUrl, imageAlt, nextIntake } = program;
  const programFacts = [
    ['Duration', duration],
    ['Price', formatPrice(price)],
  ];
  if (nextIntake) {
    const startTexts = [formatDate(nextIntake.startsOn), formatSeatsLeft(nextIntake.seatsLeft)];
    programFacts.push(['Starts', startTexts.filter(Boolean).join(' · ')]);
  }
  return (
    <Card as="article" className={cardClass}>
      <ResponsiveImage
        src={imageUrl}
        alt={imageAlt ?? name}
        ratio={4 / 3}
        sizes="(min-width: 768px) 590px, 100vw"
        className="size-full"
      />
      <div className={slideTextClass}>
        <Badge>{capitalise(category)}</Badge>
        <Heading level={3} size="block">
          {name}
        </Heading>
        <p className="text-muted">{beginning}</p>
        <dl className="flex flex-wrap gap-x-8 gap-y-2 text-base">
          {programFacts.map(([name, value]) => (
            <div key={name}>
              <dt className="text-sm text-muted">{name}</dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        <ButtonLink to="/programs/$id" params={{ id: String(id) }} className="mt-auto md:mt-2">
          Learn More
          <span className="sr-only">{` about ${name}`}</span>
        </ButtonLink>
      </div>
    </Card>
  );
}

const ProgramSlideSkeleton = () => (
  <CardSkeletons
    label="Loading programs…"
    count={1}
    className=""
    cardClass={cardClass}
    image="aspect-[4/3]"
    bars={['h-6 w-20', 'h-8 w-2/3', 'h-20 w-full', 'h-10 w-1/2', 'h-12 w-32']}
  />
);
