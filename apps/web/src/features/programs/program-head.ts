import type { IntakeSummary, Program, Site } from '@institute/contract';
import { formatPrice } from '@institute/contract/money';
import { openIntakes } from './program-intakes.ts';

/** Metadata for search engines and shared links. */
type Known = {
  site: Site | undefined;
  intakes: readonly IntakeSummary[] | undefined;
  origin: string;
  /** The breadcrumb. */
  way: object;
};

export function programHead(program: Program, { site, intakes, origin, way }: Known) {
  const { id, name, description, duration, price, imageUrl } = program;
  const path = `/programs/${id}`;
  const url = origin + path;
  return {
    title: name,
    description: `${name} at ${site?.institute.name}: ${duration}, ${formatPrice(price)}. ${description}`,
    path,
    image: imageUrl,
    jsonLd: [
      {
        '@type': 'Course',
        name,
        description,
        url,
        image: new URL(imageUrl, origin).href,
        provider: { '@type': 'EducationalOrganization', name: site?.institute.name, url: origin },
        offers: {
          '@type': 'Offer',
          category: price > 0 ? 'Paid' : 'Free',
          price,
          priceCurrency: 'UGX',
          url,
        },
        hasCourseInstance: openIntakes(intakes).map((intake) => courseInstance(intake, { program, site })),
      },
      way,
    ],
  };
}

function courseInstance(
  { startsOn, seats, seatsLeft, place }: IntakeSummary,
  { program, site }: { program: Program; site: Site | undefined },
) {
  return {
    '@type': 'CourseInstance',
    courseMode: 'Onsite',
    startDate: startsOn,
    description: `${program.duration}, ${program.schedule}`,
    location: { '@type': 'Place', name: place ?? site?.institute.name, address: site?.institute.address },
    ...(seats !== null && { maximumAttendeeCapacity: seats, remainingAttendeeCapacity: seatsLeft }),
  };
}
