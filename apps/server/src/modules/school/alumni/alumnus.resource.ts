import { alumnusResource } from '@institute/contract';
import { declareContentResource } from '../../platform/content/content.resource.ts';
import { AlumnusEntity } from './alumnus.entity.ts';

export const alumniResource = declareContentResource({
  contract: alumnusResource,
  entity: AlumnusEntity,
  title: 'name',
  images: ['image'],
  listedOn: ['/', '/alumni'],
  order: '-createdAt',
  // Visitors search for a name or a team. The office's search also finds positions.
  summary: { searched: ['name', 'current_team'] },
});
