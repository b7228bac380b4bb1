import type { Site } from '@institute/contract';

/** For search engines and shared links. Only the server has all of the data. */
export function homeHead(site: Site | undefined, origin: string) {
  if (!site || !import.meta.env.SSR) return { description: '', path: '/' };
  const { institute, about, slides, socials } = site;
  return {
    description: `${institute.blurb} ${about.mission}`,
    path: '/',
    image: slides[0]?.image ?? null,
    jsonLd: {
      '@type': 'EducationalOrganization',
      name: institute.name,
      description: institute.blurb,
      url: origin,
      ...(institute.logo && { logo: new URL(institute.logo, origin).href }),
      foundingDate: String(institute.foundedYear),
      address: institute.address,
      telephone: institute.phones[0],
      email: institute.emails[0],
      sameAs: socials.map(({ url }) => url),
    },
  };
}
