import { coachResource } from '@institute/contract';
import { passesFilter } from '@institute/contract/coach-role';
import { contentResource } from '../content/content.resource.ts';
import { CoachEntity } from './coach.entity.ts';
import { coachSummary, coachView } from './coach.view.ts';

export const coaches = contentResource({
  contract: coachResource,
  entity: CoachEntity,
  title: 'name',
  images: ['imageUrl'],
  listedOn: ['/', '/about', '/coaches'],
  view: coachView,
  summary: coachSummary,
  isExported: ({ role }, category) => passesFilter(role, category),
  order: 'id',
  defaults: { specialties: [], imageUrl: null, imageAlt: null },
  statsKey: 'coaches',
});
