import { alumnusResource } from '@institute/contract';
import { contentResource } from '../content/content.resource.ts';
import { AlumnusEntity } from './alumnus.entity.ts';
import { alumnusSummary, alumnusView } from './alumnus.view.ts';

export const alumni = contentResource({
  contract: alumnusResource,
  entity: AlumnusEntity,
  title: 'name',
  images: ['image'],
  listedOn: ['/', '/alumni'],
  view: alumnusView,
  summary: alumnusSummary,
  order: '-createdAt',
  defaults: { currentTeam: null, category: 'professional', achievements: [], imageAlt: null },
});
