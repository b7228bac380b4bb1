import { facilityResource } from '@institute/contract';
import { facilityPreview } from '@institute/contract/facilities.constants';
import { truncate } from '@institute/contract/text';
import { declareContentResource } from '../../platform/content/content.resource.ts';
import { declareComputedFields } from '../../platform/content/content.view.ts';
import { FacilityEntity } from './facility.entity.ts';

export const facilities = declareContentResource({
  contract: facilityResource,
  entity: FacilityEntity,
  title: 'name',
  images: ['imageUrl'],
  page: '/facilities',
  listedOn: ['/', '/facilities'],
  summary: {
    computed: declareComputedFields(
      FacilityEntity,
      ['description', 'features'],
      ({ description, features }) => ({
        excerpt: truncate(description, facilityPreview.description),
        features: features.slice(0, facilityPreview.features),
        featureCount: features.length,
      }),
    ),
  },
  order: 'id',
  statsKey: 'facilities',
});
