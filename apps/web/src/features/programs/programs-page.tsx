import { useHasTexts, useSite } from '../../api/context.ts';
import { buttonClass } from '../../ui/button.tsx';
import type { ListChoice } from '../../ui/list-choice.ts';
import { PageHero } from '../../ui/page-hero.tsx';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import pattern from '../../ui/pattern/heroes/programs.svg';
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
