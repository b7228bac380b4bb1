import type { Alumnus, AlumnusInput } from '@institute/contract';
import { notFoundMessages } from '@institute/contract/constants';
import { contentService } from '../content/content.service.ts';
import { AlumnusEntity, type AlumnusRow } from './alumnus.entity.ts';
import { alumnusView } from './alumnus.view.ts';

export const alumni = contentService<AlumnusRow, Alumnus, AlumnusInput>({
  entity: AlumnusEntity,
  type: 'alumni',
  missing: notFoundMessages.alumni,
  order: '-createdAt',
  defaults: { currentTeam: null, category: 'professional', achievements: [], imageAlt: null },
  title: (row) => row.name,
  view: alumnusView,
});
