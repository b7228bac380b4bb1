import type { Bare } from './bare.ts';
import { type Comparison, compare } from './comparison.ts';
import type { Side } from './product.ts';

/** The rows and fields of the product's answer, in its order. */
export const selectPrograms =
  `select id, created_at as "createdAt", updated_at as "updatedAt", name, description, category, duration,
  schedule, price::float8 as price, image_url as "imageUrl", image_alt as "imageAlt", is_active as "isActive",
  max_participants as "maxParticipants", status, publish_at as "publishAt"
from programs
where deleted_at is null and is_active
  and (status = 'published' or (status = 'scheduled' and publish_at <= now()))
order by id limit 20` satisfies Bare['select'];

/** A request with this header is answered past the cache, as for a visitor. */
export const pastTheCache = { authorization: 'Basic YmVuY2g6YmVuY2g=' };

export const compareUncached = (product: Side, bare: Side): Promise<Comparison> => {
  const request = { method: 'GET', headers: pastTheCache } as const;
  return compare({
    name: '`GET /api/v1/programs` past the cache',
    target: 0.5,
    cpuTarget: 0.5,
    product: [product, { ...request, path: '/api/v1/programs' }],
    bare: [bare, { ...request, path: '/rows' }],
  });
};
