import type { Program, ProgramInput, ProgramSummary } from '@institute/contract';
import { notFoundMessages } from '@institute/contract/constants';
import { contentService } from '../content/content.service.ts';
import { published, withInstant } from '../content/published.ts';
import { ProgramEntity, type ProgramRow } from './program.entity.ts';
import { programSummary, programView } from './program.view.ts';

export const programs = contentService<ProgramRow, Program, ProgramInput, ProgramSummary>({
  entity: ProgramEntity,
  type: 'program',
  missing: notFoundMessages.program,
  order: 'id',
  defaults: {
    category: 'training',
    imageAlt: null,
    isActive: true,
    maxParticipants: null,
    status: 'published',
    publishAt: null,
  },
  title: (row) => row.name,
  view: programView,
  summary: programSummary,
  visible: (now) => ({ isActive: true, ...published(now) }),
  page: '/programs',
  isVersioned: true,
  prepare: withInstant,
});
