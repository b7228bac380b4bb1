import { programResource } from '@institute/contract';
import { contentResource } from '../content/content.resource.ts';
import { withInstant } from '../content/publishing.ts';
import { ProgramEntity } from './program.entity.ts';
import { type NextIntakes, programSummary, programView } from './program.view.ts';

export const programsWith = (nextIntakes: NextIntakes) =>
  contentResource({
    contract: programResource,
    entity: ProgramEntity,
    title: 'name',
    images: ['imageUrl'],
    page: '/programs',
    listedOn: ['/', '/programs', '/registration'],
    drafts: true,
    versions: true,
    visible: { isActive: true },
    view: programView,
    summary: programSummary(nextIntakes),
    order: 'id',
    defaults: {
      category: 'training',
      imageAlt: null,
      isActive: true,
      maxParticipants: null,
      status: 'published',
      publishAt: null,
    },
    prepare: withInstant,
    statsKey: 'programs',
    attention: {
      one: 'has no price',
      many: 'programs have no price',
      hint: 'Visitors read “Free”. Give it a price, or 1 if it is meant to be free.',
      where: { isActive: true, price: 0 },
    },
  });
