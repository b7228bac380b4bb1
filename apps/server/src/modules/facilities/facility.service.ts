import type { Facility, FacilityInput, FacilitySummary } from '@institute/contract';
import { notFoundMessages } from '@institute/contract/constants';
import { contentService } from '../content/content.service.ts';
import { FacilityEntity, type FacilityRow } from './facility.entity.ts';
import { facilitySummary, facilityView } from './facility.view.ts';

export const facilities = contentService<FacilityRow, Facility, FacilityInput, FacilitySummary>({
  entity: FacilityEntity,
  type: 'facility',
  missing: notFoundMessages.facility,
  order: 'id',
  defaults: { imageAlt: null, openingHours: null, availableDays: null, capacity: null, maintenance: null },
  title: (row) => row.name,
  view: facilityView,
  summary: facilitySummary,
});
