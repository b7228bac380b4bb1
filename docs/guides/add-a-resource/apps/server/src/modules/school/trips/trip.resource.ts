import { tripResource } from '@institute/contract';
import { truncate } from '@institute/contract/text';
import { tripExcerptLength } from '@institute/contract/trips.constants';
import { declareContentResource } from '../../platform/content/content.resource.ts';
import { computeFrom } from '../../platform/content/content.view.ts';
import { parsePublishAt } from '../../platform/content/publishing.ts';
import { TripEntity } from './trip.entity.ts';

export const trips = declareContentResource({
  contract: tripResource,
  entity: TripEntity,
  title: 'title',
  images: ['imageUrl'],
  page: '/trips',
  listedOn: ['/trips'],
  drafts: true,
  versions: true,
  summary: {
    computed: computeFrom(TripEntity, ['description'], ({ description }) => ({
      excerpt: truncate(description, tripExcerptLength),
    })),
  },
  order: '-createdAt',
  prepare: parsePublishAt,
  warnings: [
    {
      one: '1 study trip has no price',
      many: 'study trips have no price',
      hint: 'Visitors read that it is not known yet.',
      where: (trips) => `${trips}.price is null`,
    },
  ],
});
