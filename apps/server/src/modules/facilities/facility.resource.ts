import { facilityResource } from '@institute/contract';
import { contentResource } from '../content/content.resource.ts';
import { FacilityEntity } from './facility.entity.ts';
import { facilitySummary, facilityView } from './facility.view.ts';

export const facilities = contentResource({
  contract: facilityResource,
  entity: FacilityEntity,
  title: 'name',
  images: ['imageUrl'],
  page: '/facilities',
  listedOn: ['/', '/facilities'],
  view: facilityView,
  summary: facilitySummary,
  order: 'id',
  defaults: { imageAlt: null, openingHours: null, availableDays: null, capacity: null, maintenance: null },
  statsKey: 'facilities',
});
