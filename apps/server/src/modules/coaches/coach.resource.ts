import { coachResource } from '@institute/contract';
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
  order: 'id',
  defaults: { specialties: [], imageUrl: null, imageAlt: null },
  statsKey: 'coaches',
});
