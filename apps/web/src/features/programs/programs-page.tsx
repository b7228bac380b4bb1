import { useSite } from '../../api/context.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PageHero } from '../../ui/page-hero.tsx';
import { CorePrograms, MorePrograms } from './program-blocks.tsx';
import { ProgramCatalog } from './program-catalog.tsx';
import type { ProgramFilter } from './program-filter.ts';

type ProgramsPageProps = { filter: ProgramFilter; onFilter: (filter: ProgramFilter) => void };

export function ProgramsPage({ filter, onFilter }: ProgramsPageProps) {
  const { title, intro } = useSite().pages.programs;
  return (
    <>
      <PageHero title={title} intro={intro} seed="programs">
        <a href="#catalog" className={buttonClass({ variant: 'accent', size: 'lg' })}>
          See all programs
        </a>
      </PageHero>
      <CorePrograms />
      <MorePrograms />
      <ProgramCatalog filter={filter} onFilter={onFilter} />
    </>
  );
}
