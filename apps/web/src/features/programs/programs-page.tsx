import { buttonClass } from '@institute/ui/button.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import { PageSkeleton } from '@institute/ui/page-skeleton.tsx';
import pattern from '@institute/ui/pattern/heroes/programs.svg';
import { useHasTexts, useSite } from '../../api/context.ts';
import type { ListChoice } from '../../lists/list-choice.ts';
import { CorePrograms, MorePrograms } from './program-blocks.tsx';
import { ProgramCatalog } from './program-catalog.tsx';

export function ProgramsPage({ choice }: { choice: ListChoice }) {
  const { title, intro } = useSite().pages.programs;
  const hasTexts = useHasTexts();
  return (
    <>
      <PageHero title={title} intro={intro} pattern={pattern}>
        <a href="#catalog" className={buttonClass({ variant: 'accent', size: 'lg' })}>
          See all programs
        </a>
      </PageHero>
      {hasTexts ? (
        <>
          <CorePrograms />
          <MorePrograms />
        </>
      ) : (
        <PageSkeleton />
      )}
      <ProgramCatalog choice={choice} />
    </>
  );
}
