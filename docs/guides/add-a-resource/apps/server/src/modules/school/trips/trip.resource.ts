import { tripResource } from '@institute/contract';
import { truncate } from '@institute/contract/text';
import { tripExcerptLength } from '@institute/contract/trips.constants';
import { declareContentResource } from '../../platform/content/content.resource.ts';
import { declareComputedFields } from '../../platform/content/content.view.ts';
import { parsePublishAt } from '../../platform/content/publishing.ts';
import { TripEntity } from './trip.entity.ts';

export const trips = declareContentResource({
  contract: tripResource,
  entity: TripEntity,
  title: 'title',
  images: ['imageUrl', 'programUrl'],
  page: '/trips',
  listedOn: ['/trips'],
  drafts: true,
  versions: true,
  summary: {
    computed: declareComputedFields(TripEntity, ['description'], ({ description }) => ({
      excerpt: truncate(description, tripExcerptLength),
    })),
  },
  order: 'position',
  prepare: parsePublishAt,
  warnings: [
    {
      one: '1 study trip has no program',
      many: 'study trips have no program',
      hint: 'Add the PDF with its days and costs.',
      where: (trips) => `${trips}.program_url is null`,
    },
  ],
});
