import type { IntakeSummary, Program, Site } from '@institute/contract';
import { isTakingRegistrations } from '@institute/contract/intakes.constants';
import { formatPrice } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { makeShareImagePath, shareImageSize } from '@institute/contract/programs.constants';
import { joinSentences } from '@institute/contract/text';
import { readToday } from '@institute/contract/time';
import type { Api } from '../../api/api.ts';
import { type PageContext, readSiteData } from '../../api/site-data.ts';

export function makeProgramHead(program: Program, context: PageContext) {
  // The browser needs only the title: search engines and previews read what the server sends
  if (!import.meta.env.SSR) return { title: program.name };
  const site = readSiteData(context);
  const { origin, queryClient, queries } = context;
  const { id, name, description, duration, price, imageUrl } = program;
  const descriptionText = joinSentences(description);
  const offeredIntakes = listOpenIntakes(queryClient.getQueryData(queryProgramIntakes(queries, id).queryKey));
  const [next] = offeredIntakes;
  const url = `${origin}/programs/${id}`;
  return {
    title: name,
    description: `${[name, site?.institute.name].filter(Boolean).join(' at ')}: ${duration}, ${formatPrice(price)}. ${descriptionText}`,
    image: { src: makeSharedImageAddress(program, next), ...shareImageSize },
    imageAlt: `${name}, ${formatPrice(price)}, ${duration}`,
    jsonLd: {
      '@type': 'Course',
      name,
      description: descriptionText,
      url,
      image: new URL(imageUrl, origin).href,
      provider: { '@type': 'EducationalOrganization', name: site?.institute.name || undefined, url: origin },
      offers: {
        '@type': 'Offer',
        category: price > 0 ? 'Paid' : 'Free',
        price,
        priceCurrency: place.currency,
        url,
      },
      hasCourseInstance: offeredIntakes.map((intake) => makeCourseInstance(intake, { program, site })),
    },
  };
}

/** The URL changes with the content of the image, because other sites cache images by URL. */
function makeSharedImageAddress({ id, updatedAt }: Program, next: IntakeSummary | undefined): string {
  const imageVersion = [Date.parse(updatedAt).toString(36), next?.startsOn, next?.seatsLeft];
  return `${makeShareImagePath(String(id))}?v=${imageVersion.filter((part) => part != null).join('-')}`;
}

function makeCourseInstance(
  { startsOn, seats, seatsLeft, place }: IntakeSummary,
  { program, site }: { program: Program; site: Site | undefined },
) {
  return {
    '@type': 'CourseInstance',
    courseMode: 'Onsite',
    startDate: startsOn,
    description: `${program.duration}, ${program.schedule}`,
    location: {
      '@type': 'Place',
      name: place ?? (site?.institute.name || undefined),
      address: site?.institute.address || undefined,
    },
    ...(seats !== null && { maximumAttendeeCapacity: seats, remainingAttendeeCapacity: seatsLeft }),
  };
}

export const queryProgramIntakes = ({ intakes }: Api['queries'], programId: number) =>
  intakes.all({ programId });

export function listOpenIntakes(intakes: readonly IntakeSummary[] = []): IntakeSummary[] {
  const today = readToday();
  return intakes.filter((intake) => isTakingRegistrations(intake, today));
}
