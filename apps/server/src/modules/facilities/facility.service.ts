import type { Facility, FacilityInput } from '@institute/contract';
import { notFoundMessages } from '@institute/contract/constants';
import { contentService } from '../content/content.service.ts';
import { FacilityEntity, type FacilityRow } from './facility.entity.ts';
import { facilityView } from './facility.view.ts';

export const facilities = contentService<FacilityRow, Facility, FacilityInput>({
  entity: FacilityEntity,
  type: 'facility',
  missing: notFoundMessages.facility,
  order: 'id',
  defaults: { imageAlt: null, openingHours: null, availableDays: null, capacity: null, maintenance: null },
  title: (row) => row.name,
  view: facilityView,
});
