import type { Coach, CoachInput, CoachSummary } from '@institute/contract';
import { notFoundMessages } from '@institute/contract/constants';
import { contentService } from '../content/content.service.ts';
import { CoachEntity, type CoachRow } from './coach.entity.ts';
import { coachSummary, coachView } from './coach.view.ts';

export const coaches = contentService<CoachRow, Coach, CoachInput, CoachSummary>({
  entity: CoachEntity,
  type: 'coach',
  missing: notFoundMessages.coach,
  order: 'id',
  defaults: { specialties: [], imageUrl: null, imageAlt: null },
  title: (row) => row.name,
  view: coachView,
  summary: coachSummary,
});
