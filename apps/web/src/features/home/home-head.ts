import type { ShownSite } from '@institute/contract';

/** The head for search engines and shared links. Only the server has all of its data. */
export function makeHomeHead(site: ShownSite | undefined, origin: string) {
  const settingUpHead = site?.emptyPages.includes('/') && { title: 'We are setting up', noindex: true };
  if (!site || !import.meta.env.SSR) return { path: '/', ...settingUpHead };
  const { institute, about, slides, socialLinks } = site;
  const { name, blurb, logo, foundedYear, address } = institute;
  return {
    description: [blurb, about.mission].filter(Boolean).join(' '),
    path: '/',
    ...settingUpHead,
    image: slides[0]?.image ?? null,
    jsonLd: {
      '@type': 'EducationalOrganization',
      name: name || undefined,
      description: blurb || undefined,
      url: origin,
      ...(logo && { logo: new URL(logo, origin).href }),
      foundingDate: foundedYear ? String(foundedYear) : undefined,
      address: address || undefined,
      telephone: institute.phones[0],
      email: institute.emails[0],
      sameAs: socialLinks.map(({ url }) => url),
    },
  };
}
