import { tripResource } from '@institute/contract';
import { contentResource } from '../content/content.resource.ts';
import { withInstant } from '../content/published.ts';
import { TripEntity } from './trip.entity.ts';
import { tripSummary, tripView } from './trip.view.ts';

export const trips = contentResource({
  contract: tripResource,
  entity: TripEntity,
  title: 'title',
  images: ['imageUrl'],
  page: '/trips',
  listedOn: ['/trips'],
  drafts: true,
  versions: true,
  view: tripView,
  summary: tripSummary,
  order: '-createdAt',
  defaults: { price: null, imageAlt: null, status: 'published', publishAt: null },
  prepare: withInstant,
});
