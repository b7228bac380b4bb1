import type { Program, Site } from '@institute/contract';
import { formatPrice } from '@institute/contract/money';

/** Metadata for search engines and shared links. `way` is the breadcrumb. */
export function programHead(program: Program, site: Site | undefined, origin: string, way: object) {
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
      },
      way,
    ],
  };
}
