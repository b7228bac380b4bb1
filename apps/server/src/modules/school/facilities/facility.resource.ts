import { facilityResource } from '@institute/contract';
import { facilityPreviewLimits } from '@institute/contract/facilities.constants';
import { truncate } from '@institute/contract/text';
import { declareContentResource } from '../../platform/content/content.resource.ts';
import { declareComputedFields } from '../../platform/content/content.view.ts';
import { FacilityEntity } from './facility.entity.ts';

export const facilitiesResource = declareContentResource({
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
        excerpt: truncate(description, facilityPreviewLimits.description),
        features: features.slice(0, facilityPreviewLimits.features),
        featureCount: features.length,
      }),
    ),
  },
  order: 'id',
  statsKey: 'facilities',
});
