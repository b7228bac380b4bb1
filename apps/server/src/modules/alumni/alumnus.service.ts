import type { Alumnus, AlumnusInput, AlumnusSummary } from '@institute/contract';
import { notFoundMessages } from '@institute/contract/constants';
import { contentService } from '../content/content.service.ts';
import { AlumnusEntity, type AlumnusRow } from './alumnus.entity.ts';
import { alumnusSummary, alumnusView } from './alumnus.view.ts';

export const alumni = contentService<AlumnusRow, Alumnus, AlumnusInput, AlumnusSummary>({
  entity: AlumnusEntity,
  type: 'alumni',
  missing: notFoundMessages.alumni,
  order: '-createdAt',
  defaults: { currentTeam: null, category: 'professional', achievements: [], imageAlt: null },
  title: (row) => row.name,
  view: alumnusView,
  summary: alumnusSummary,
});
